import { z } from 'zod'
import { AddRequest } from '../schema.ts'

export const SignUpRequest = AddRequest.omit({ role: true })

export const SignInRequest = z.object({ email: z.string(), password: z.string() })

export const PasswordRequest = z.object({ password: z.string(), new_password: z.string() })
