import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { SecondFactorRequest, SecondFactorStep } from '../factors/schema.ts'
import { PasskeySignIn } from '../passkeys/schema.ts'
import { Profile, ProfileRequest } from '../schema.ts'
import {
  PasswordRequest,
  SessionDetail,
  SignedOut,
  SignInRequest,
  SignUpRequest,
  StartedSession,
} from './schema.ts'

export const signUp = chatRoute('post', '/api/v1/auths/signup', {
  refusals: [
    'signup_closed',
    'blocked',
    'password_sign_in_off',
    'name_invalid',
    'email_invalid',
    'email_taken',
    'password_too_short',
    'password_too_long',
  ],
  summary: 'Sign up and start a session',
  level: 'open',
  body: SignUpRequest,
  answer: StartedSession,
})

export const signIn = chatRoute('post', '/api/v1/auths/signin', {
  refusals: ['wrong_credentials', 'blocked', 'password_sign_in_off', 'passkey_needed'],
  summary: 'Sign in: start a session, or the second step if the account has a second factor',
  level: 'open',
  body: SignInRequest,
  answer: z.union([StartedSession, SecondFactorStep]),
})

export const signInBySecondFactor = chatRoute('post', '/api/v1/auths/signin/second', {
  refusals: ['step_gone', 'wrong_code', 'blocked'],
  summary: 'Complete sign-in with the second step',
  level: 'open',
  body: SecondFactorRequest,
  answer: StartedSession,
})

export const signInByPasskey = chatRoute('post', '/api/v1/auths/signin/passkey', {
  refusals: ['password_sign_in_off', 'passkeys_need_name', 'passkey_late', 'passkey_refused', 'blocked'],
  summary: 'Sign in with a passkey, without a second step',
  level: 'open',
  body: PasskeySignIn,
  answer: StartedSession,
})

export const signOut = chatRoute('post', '/api/v1/auths/signout', {
  summary: 'End the session',
  level: 'open',
  answer: SignedOut,
})

export const readSession = chatRoute('get', '/api/v1/auths/', {
  summary: 'The signed-in account',
  level: 'any',
  answer: SessionDetail,
})

export const updateProfile = chatRoute('post', '/api/v1/auths/update/profile', {
  refusals: ['name_invalid'],
  summary: 'Change the caller’s name and picture',
  level: 'verified',
  body: ProfileRequest,
  answer: Profile,
})

export const updatePassword = chatRoute('post', '/api/v1/auths/update/password', {
  refusals: ['wrong_password', 'idp_managed', 'password_too_short', 'password_too_long'],
  summary: 'Change the caller’s password and end their other sessions',
  level: 'any',
  body: PasswordRequest,
  answer: z.boolean(),
})
