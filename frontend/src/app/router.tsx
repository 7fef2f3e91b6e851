/** The route table, line for line. Pages load when first visited; the sales page comes at once. */
import type { RouteObject } from 'react-router'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { NotFoundPage } from '@/features/site/not-found-page'
import { whenQuiet } from '@/lib/when-quiet'
import { FrontDoor } from './front-door'
import { RootLayout } from './root-layout'
import { RouteError } from './route-error'

const pages: RouteObject[] = [
  { path: '/', Component: FrontDoor },
  {
    // With the pages behind it: visitors of the sales page do not pay for it.
    lazy: async () => ({ Component: (await import('@/session/signed-in-pages')).SignedInPages }),
    children: [
      {
        path: '/home',
        lazy: async () => ({ Component: (await import('@/features/account/home-page')).HomePage }),
      },
      {
        path: '/portal',
        lazy: async () => ({
          Component: (await import('@/features/portal/portal-page')).PortalPage,
        }),
      },
      {
        path: '/portal/billing',
        lazy: async () => ({
          Component: (await import('@/features/portal/billing/billing-page')).BillingPage,
        }),
      },
      {
        path: '/portal/billing/:purchaseId',
        lazy: async () => ({
          Component: (await import('@/features/portal/billing/receipt-page')).ReceiptPage,
        }),
      },
      {
        path: '/portal/seats/:enrollmentId',
        lazy: async () => ({
          Component: (await import('@/features/seat-change/own-seat-page')).OwnSeatPage,
        }),
      },
      {
        path: '/portal/seats/:enrollmentId/pay/:bootcampId',
        lazy: async () => ({
          Component: (await import('@/features/checkout/move-payment-page')).OwnMovePaymentPage,
        }),
      },
      {
        path: '/coach',
        lazy: async () => ({ Component: (await import('@/features/coach/coach-page')).CoachPage }),
      },
      {
        path: '/coach/rooms/:id',
        lazy: async () => ({
          Component: (await import('@/features/admin-room/coach-room-page')).CoachRoomPage,
        }),
      },
      {
        path: '/profile',
        lazy: async () => ({
          Component: (await import('@/features/account/profile/profile-page')).ProfilePage,
        }),
      },
    ],
  },
  {
    path: '/checkout',
    lazy: async () => {
      const { CheckoutPage } = await import('@/features/checkout/checkout-page')
      // Whoever loses the network while paying must still see what becomes of it.
      if (import.meta.env.PROD && !import.meta.env.SSR) {
        whenQuiet(() => import('@/features/confirmation/confirmation-page').catch(() => undefined))
      }
      return { Component: CheckoutPage }
    },
  },
  {
    path: '/confirmation',
    lazy: async () => ({
      Component: (await import('@/features/confirmation/confirmation-page')).ConfirmationPage,
    }),
  },
  {
    path: '/wrong-address',
    lazy: async () => ({
      Component: (await import('@/features/confirmation/wrong-address-page')).WrongAddressPage,
    }),
  },
  {
    path: '/join/:token',
    lazy: async () => ({ Component: (await import('@/features/portal/join-page')).JoinPage }),
  },
  {
    path: '/seat/:token',
    lazy: async () => ({ Component: (await import('@/features/seat-change/seat-page')).SeatPage }),
  },
  {
    path: '/seat/:token/pay/:bootcampId',
    lazy: async () => ({
      Component: (await import('@/features/checkout/move-payment-page')).LinkedMovePaymentPage,
    }),
  },
  {
    path: '/seat-offer/:token',
    lazy: async () => ({
      Component: (await import('@/features/seat-change/offer-page')).OfferPage,
    }),
  },
  {
    path: '/waiting',
    lazy: async () => ({
      Component: (await import('@/features/waiting-list/waiting-page')).WaitingPage,
    }),
  },
  {
    path: '/waiting/:token',
    lazy: async () => ({
      Component: (await import('@/features/waiting-list/waiting-entry-page')).WaitingEntryPage,
    }),
  },
  {
    path: '/free-seat/:token',
    lazy: async () => ({
      Component: (await import('@/features/free-seat/free-seat-page')).FreeSeatPage,
    }),
  },
  {
    path: '/class-choice/:token',
    lazy: async () => ({
      Component: (await import('@/features/class-choice/class-choice-page')).ClassChoicePage,
    }),
  },
  {
    path: '/feedback/:token',
    lazy: async () => ({
      Component: (await import('@/features/feedback/feedback-page')).FeedbackPage,
    }),
  },
  {
    path: '/offer/:token',
    lazy: async () => ({
      Component: (await import('@/features/waiting-list/waiting-offer-page')).WaitingOfferPage,
    }),
  },
  {
    path: '/auth/login',
    lazy: async () => ({ Component: (await import('@/features/account/login-page')).LoginPage }),
  },
  {
    path: '/auth/register',
    lazy: async () => ({
      Component: (await import('@/features/account/register-page')).RegisterPage,
    }),
  },
  {
    path: '/auth/forgot-password',
    lazy: async () => ({
      Component: (await import('@/features/account/forgot-password-page')).ForgotPasswordPage,
    }),
  },
  {
    path: '/auth/find-purchase',
    lazy: async () => ({
      Component: (await import('@/features/account/find-purchase-page')).FindPurchasePage,
    }),
  },
  {
    path: '/auth/reset-password',
    lazy: async () => ({
      Component: (await import('@/features/account/reset-password-page')).ResetPasswordPage,
    }),
  },
  {
    path: '/auth/verify-email',
    lazy: async () => ({
      Component: (await import('@/features/account/verify-email-page')).VerifyEmailPage,
    }),
  },
  {
    path: '/auth/logout',
    lazy: async () => ({ Component: (await import('@/features/account/logout-page')).LogoutPage }),
  },
  {
    path: '/unsubscribe',
    lazy: async () => ({
      Component: (await import('@/features/account/unsubscribe-page')).UnsubscribePage,
    }),
  },
  {
    path: '/certificates/:code',
    lazy: async () => ({
      Component: (await import('@/features/certificate/certificate-page')).CertificatePage,
    }),
  },
  {
    path: '/privacy-policy',
    lazy: async () => ({ Component: (await import('@/features/site/privacy-page')).PrivacyPage }),
  },
  {
    path: '/terms-of-service',
    lazy: async () => ({ Component: (await import('@/features/site/terms-page')).TermsPage }),
  },
  {
    path: '/contact',
    lazy: async () => ({ Component: (await import('@/features/site/contact-page')).ContactPage }),
  },
  {
    path: '/admin/*',
    lazy: async () => ({ Component: (await import('@/features/admin/admin-page')).AdminPage }),
  },
  { path: '*', Component: NotFoundPage },
]

// Written so that a production build drops the branch, and with it the kit's whole chunk.
if (import.meta.env.DEV) {
  pages.unshift({
    path: '/kit',
    lazy: async () => ({ Component: (await import('@/features/kit/kit-page')).KitPage }),
  })
}

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    // Below the layout, whose notifications and skip link are there while a page loads or has failed.
    children: [{ ErrorBoundary: RouteError, HydrateFallback: FullPageSpinner, children: pages }],
  },
]
