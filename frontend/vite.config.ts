/** How the frontend is served in development, built, and tested. */
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { loadEnv, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import siteDefaults from './src/api/site-defaults.json' with { type: 'json' }
import { stripeStandIn } from './stripe-stand-in.ts'

const repositoryRoot = path.resolve(import.meta.dirname, '..')

/** Tests see the defaults only, so that nobody's own `.env` can break them. */
function operatorSettings(mode: string): typeof siteDefaults {
  if (mode === 'test') return siteDefaults
  const given = loadEnv(mode, repositoryRoot, Object.keys(siteDefaults))
  const isSetting = ([name, value]: [string, string]) => name in siteDefaults && value !== ''
  return { ...siteDefaults, ...Object.fromEntries(Object.entries(given).filter(isSetting)) }
}

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** The name in the page's title until the app, or the prerender, knows which page it is. */
function siteNameInHtml(siteName: string): Plugin {
  const escaped = siteName.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? character)
  return {
    name: 'site-name-in-html',
    transformIndexHtml: (html) => html.replaceAll('%SITE_NAME%', () => escaped),
  }
}

const TIMES = path.join(repositoryRoot, '.run/times/frontend.json')

/** Tests without markup that need a page and the mock server all the same. */
const inPage = [
  'src/api/*.test.ts',
  'src/lib/tab-memory.test.ts',
  'src/features/account/return-to.test.ts',
]

/** What the first script of every page works with, and later the app: it must not wait for React. */
const neededFirst = /src\/(lib\/(dates|theme|when-quiet|zones)|session\/opening)\.ts$/

/** Small modules that the sales page and most others have in common. */
const neededEverywhere =
  /(src\/(api\/(get-json|password-asked)|lib\/(clock-changes|money|toast)|components\/(full-page-spinner|page-shell|session-time|skip-link|ui\/(badge|button))|session\/(clock-note|own-time|reader-zone|session))|react-dom\/(index|cjs\/react-dom\.production)|lucide-react\/dist\/esm\/icons\/(check|calendar-days))\.(tsx?|m?js)$/

/** Small modules that the checkout, the portal and the desk have in common, and the sales page does without. */
const neededByForms =
  /(src\/(api\/(client|is-answer)|lib\/use-focus-on|components\/(sign-in-again|ui\/(card|checkbox|empty-state|error-state|field|input|label|skeleton)))|lucide-react\/dist\/esm\/icons\/(calendar-x|chevron-down|circle-alert|circle-check|info|lock|lock-keyhole|log-in))\.(tsx?|m?js)$/

/** What the checkout shares with the pages before and after it. */
const neededByBuyers =
  /src\/(lib\/(countdown|sms-consent|typed-buyer|upgrade|use-server-time)|session\/(invitation|seat-offer))\.tsx?$/

/** A plain link that is followed changes the address of the test's page, and loads no other in its place. */
const navigation = { disableMainFrameNavigation: true, disableChildPageNavigation: true }

/** No test talks to the payment provider: this stands in for both of its packages. */
const standInProvider = path.resolve(import.meta.dirname, 'src/test/checkout.tsx')

/** What Node runs: when the site is built, and beside it. */
const onServer = {
  input: ['src/app/entry-prerender.tsx', 'src/app/page-server.ts'],
}

export default defineConfig(({ mode, isSsrBuild }) => {
  const { BACKEND_PORT = '8001' } = { ...loadEnv(mode, repositoryRoot, 'BACKEND_'), ...process.env }
  // The backend compares Origin with Host to refuse foreign requests, so neither may be rewritten.
  const backend = { target: `http://127.0.0.1:${BACKEND_PORT}`, changeOrigin: false }

  const settings = operatorSettings(mode)
  const { STRIPE_STAND_IN_URL } = loadEnv(mode, repositoryRoot, 'STRIPE_STAND_IN_URL')

  return {
    plugins: [
      react(),
      tailwindcss(),
      siteNameInHtml(settings.SITE_NAME),
      stripeStandIn(STRIPE_STAND_IN_URL),
    ],
    resolve: { alias: { '@': path.resolve(import.meta.dirname, 'src') } },
    define: { __SITE_SETTINGS__: JSON.stringify(settings) },
    // The page server takes nothing but its own folder along.
    ssr: { noExternal: isSsrBuild ? true : [] },
    build: {
      copyPublicDir: !isSsrBuild,
      rolldownOptions: isSsrBuild
        ? onServer
        : {
            input: ['index.html', 'src/styles/sales-page.css'],
            // What every page needs anyway comes in one file: a file of its own costs 100 bytes and a request.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'first', test: neededFirst, priority: 3 },
                  { name: 'common', test: neededEverywhere, priority: 2 },
                  { name: 'forms', test: neededByForms, priority: 1 },
                  { name: 'buyers', test: neededByBuyers },
                ],
              },
            },
          },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      proxy: { '/api': backend, '/healthz': backend, '/readyz': backend, '/media': backend },
    },
    test: {
      restoreMocks: true,
      // Both cores of a small machine, where two would often wait; left alone, it would use one.
      maxWorkers: 3,
      // A page is made and thrown away by each test: with more room for what is new, less of it is moved.
      execArgv: ['--max-semi-space-size=64'],
      testTimeout: 30_000,
      hookTimeout: 30_000,
      // The record of CI keeps how long each test took.
      reporters: process.env.CI ? ['default', ['json', { outputFile: TIMES }]] : ['default'],
      // A worker loads React, the kit and the app once for all its files; setup.ts cleans up after each.
      isolate: false,
      projects: [
        {
          extends: true,
          test: {
            name: 'pure',
            // Before the others: a worker that changes sides would have to start anew.
            sequence: { groupOrder: 0 },
            include: ['src/**/*.test.ts'],
            exclude: inPage,
            environment: 'node',
          },
        },
        {
          extends: true,
          resolve: {
            alias: {
              '@stripe/react-stripe-js': standInProvider,
              '@stripe/stripe-js/pure': standInProvider,
            },
          },
          test: {
            name: 'page',
            sequence: { groupOrder: 1 },
            include: ['src/**/*.test.tsx', ...inPage],
            environment: 'happy-dom',
            environmentOptions: {
              happyDOM: { url: 'http://localhost:3000', settings: { navigation } },
            },
            setupFiles: ['src/test/setup.ts'],
          },
        },
      ],
    },
  }
})
