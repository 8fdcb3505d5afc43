import { ApiError, request } from './client.ts'

export type Role = 'pending' | 'user' | 'admin'

export interface Session {
  id: string
  email: string
  name: string
  role: Role
  permissions?: { features?: { api_keys?: boolean } }
}

export interface SiteConfig {
  /** What the site is called. */
  name: string
  version?: string
  /** True while there is no account at all. */
  onboarding?: boolean
  oauth?: { providers?: Record<string, string> }
  features: {
    enable_signup?: boolean
    enable_login_form?: boolean
    enable_api_keys?: boolean
    enable_password_change_form?: boolean
  }
  /** `max_size` in MB. */
  file?: { max_size?: number | null; max_count?: number | null }
}

export const readConfig = (signal?: AbortSignal) => request<SiteConfig>('/api/config', { signal })

/** Who is signed in, if anybody; a `refusal` when somebody would be who is refused. */
export async function readSession(
  signal?: AbortSignal,
): Promise<{ session: Session | null; refusal: string | null }> {
  try {
    return { session: await request<Session>('/api/v1/auths/', { signal }), refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { session: null, refusal: null }
    if (error.status === 403) return { session: null, refusal: error.message }
    throw error
  }
}

export const signIn = (form: { email: string; password: string }) =>
  request<Session>('/api/v1/auths/signin', { method: 'POST', body: form })

export const signUp = (form: { name: string; email: string; password: string }) =>
  request<Session>('/api/v1/auths/signup', { method: 'POST', body: form })

export const signOut = () =>
  request<{ status: boolean; redirect_url?: string }>('/api/v1/auths/signout', { method: 'POST' })

export const updateProfile = (form: { name: string }) =>
  request<unknown>('/api/v1/auths/update/profile', {
    method: 'POST',
    body: { ...form, profile_image_url: '' },
  })

export const updatePassword = (form: { password: string; new_password: string }) =>
  request<unknown>('/api/v1/auths/update/password', { method: 'POST', body: form })
