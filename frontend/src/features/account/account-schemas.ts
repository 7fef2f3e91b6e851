/** What the account forms accept, in the words of the specification and of the server. */

import { z } from 'zod'
import { emailField } from '@/lib/email-field'
import { personName } from '@/lib/person-name-schema'

const SHORTEST_USERNAME = 3
const SHORTEST_PASSWORD = 6
const NO_ADDRESS = 'Please enter a valid email address'
const email = emailField(NO_ADDRESS, NO_ADDRESS)

const newPassword = z.string().min(SHORTEST_PASSWORD, 'Password must be at least 6 characters')

const DIFFERENT = { path: ['confirmPassword'], error: "Passwords don't match" }

export const loginSchema = z.object({
  username: z.string().trim().min(1, 'Username or email is required'),
  password: z.string().min(1, 'Password is required'),
})
export type LoginValues = z.infer<typeof loginSchema>

export const registerSchema = z
  .object({
    username: z.string().trim().min(SHORTEST_USERNAME, 'Username must be at least 3 characters'),
    email,
    password: newPassword,
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, DIFFERENT)
export type RegisterValues = z.infer<typeof registerSchema>

/** Where an email is to go. */
export const addressSchema = z.object({ email })

export const choosePasswordSchema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, DIFFERENT)
export type ChoosePasswordValues = z.infer<typeof choosePasswordSchema>

/** Someone who came through an identity provider has no current password to give. */
export function changePasswordSchema({ hasPassword }: { hasPassword: boolean }) {
  return z
    .object({
      currentPassword: hasPassword ? z.string().min(1, 'Password is required') : z.string(),
      newPassword,
      confirmPassword: z.string(),
    })
    .refine(({ newPassword: chosen, confirmPassword }) => chosen === confirmPassword, DIFFERENT)
}

/** Spaces are how code generators group their digits, and how people copy them. */
export const codeSchema = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().min(1, 'Enter the code')),
})

/** Six digits, however they were grouped when they were copied. */
export const emailedCodeSchema = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^[0-9]{6}$/, 'Enter the six digits from the email')),
})

const NUMBER_WITH_COUNTRY = /^\+[1-9][0-9]{6,14}$/

export const profileSchema = z.object({
  // The server judges it: it may be the account's username, which may look like an address.
  firstName: z.string().trim(),
  lastName: personName(),
  phone: z
    .string()
    .trim()
    .refine(
      (phone) => phone === '' || NUMBER_WITH_COUNTRY.test(phone.replace(/[\s().-]/g, '')),
      'Enter the number with its country code, e.g. +1 555 010 0199',
    ),
  timezone: z.string(),
})
export type ProfileValues = z.infer<typeof profileSchema>
