import { accepted, refused, type Result } from '#ground/base/result.ts'

export type TokenRequest = { programId: string; resource: string | null } & (
  | { kind: 'code'; code: string; redirectUri: string; verifier: string }
  | { kind: 'refresh'; refreshToken: string }
)

export interface TokenRequestProblem {
  error: 'invalid_request' | 'unsupported_grant_type'
  message: string
}

/** RFC 7636. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
const MAX_PARAMETER_LENGTH = 2000

export function readTokenRequest(form: unknown): Result<TokenRequest, TokenRequestProblem> {
  if (!(form instanceof URLSearchParams))
    return problem('Send the request as a form (application/x-www-form-urlencoded).')
  const names = [...form.keys()]
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return problem(`${twice.slice(0, 40)} was sent twice.`)
  const long = names.find((name) => form.get(name)!.length > MAX_PARAMETER_LENGTH)
  if (long !== undefined) return problem(`${long.slice(0, 40)} is too long.`)
  const need = (name: string): string => form.get(name) ?? ''
  const missing = (...needed: string[]) => needed.find((name) => need(name) === '')

  const grantType = need('grant_type')
  const common = { programId: need('client_id'), resource: form.get('resource') }
  if (grantType === 'authorization_code') {
    const lacking = missing('client_id', 'code', 'redirect_uri', 'code_verifier')
    if (lacking) return problem(`${lacking} is missing.`)
    const [code, redirectUri, verifier] = [need('code'), need('redirect_uri'), need('code_verifier')]
    if (!VERIFIER.test(verifier)) return problem('code_verifier violates RFC 7636.')
    return accepted({ kind: 'code', ...common, code, redirectUri, verifier })
  }
  if (grantType === 'refresh_token') {
    const lacking = missing('client_id', 'refresh_token')
    if (lacking) return problem(`${lacking} is missing.`)
    return accepted({ kind: 'refresh', ...common, refreshToken: need('refresh_token') })
  }
  return grantType === ''
    ? problem('grant_type is missing.')
    : refused({
        error: 'unsupported_grant_type',
        message: 'Only authorization_code and refresh_token are supported.',
      })
}

const problem = (message: string) => refused({ error: 'invalid_request' as const, message })
