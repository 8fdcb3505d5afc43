import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'

export interface Decision {
  /** Default: true. */
  allow?: boolean
  /** Account at the provider; default: `pat`. */
  account?: string
  /** Granted scopes among the requested ones; default: all. */
  scopes?: readonly string[]
}

/** @returns The final redirect address with `code` or `error`. */
export async function decideAtProvider(authorizationUrl: string, decision: Decision = {}): Promise<string> {
  const { origin } = new URL(authorizationUrl)
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: URLSearchParams): Promise<string> => {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    const location = answer.headers.get('location')
    if (location === null) {
      if (answer.status === 200) return url
      throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    }
    const next = new URL(location, url).href
    return next.startsWith(`${origin}/`) ? visit(next) : next
  }
  const page = await visit(authorizationUrl)
  if (!page.startsWith(`${origin}/interaction/`)) return page
  const { allow = true, account = 'pat', scopes } = decision
  const form = new URLSearchParams({ decision: allow ? 'allow' : 'refuse', account })
  for (const scope of scopes ?? []) form.append('scope', scope)
  if (scopes) form.append('narrow', 'yes')
  return visit(page, form)
}

export async function answerInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  form: URLSearchParams,
): Promise<void> {
  const { params, prompt } = await provider.interactionDetails(request, response)
  const asked = wordsOf(params.scope)
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(consentPage(String(params.client_id), asked))
    return
  }
  if (form.get('decision') !== 'allow') {
    const refusal = { error: 'access_denied', error_description: 'End-User <b>refused</b> the request' }
    await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false })
    return
  }
  const accountId = form.get('account') || 'pat'
  const granted = form.has('narrow') ? form.getAll('scope') : asked
  const refused = asked.filter((scope) => !granted.includes(scope))
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
  if (granted.length > 0) grant.addOIDCScope(granted.join(' '))
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '))
  for (const resource of wordsOf([params.resource].flat().join(' '))) {
    if (granted.length > 0) grant.addResourceScope(resource, granted.join(' '))
    if (refused.length > 0) grant.rejectResourceScope(resource, refused.join(' '))
  }
  const result = { login: { accountId }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: prompt.name === 'consent',
  })
}

const consentPage = (client: string, scopes: string[]): string => `<!doctype html>
<html lang="en"><head><title>Provider</title></head><body>
<h1>Allow ${escaped(client)}?</h1>
<ul>${scopes.map((scope) => `<li>${escaped(scope)}</li>`).join('')}</ul>
<form method="post">
<input name="account" value="pat" aria-label="Account">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</form></body></html>`

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(' ').filter(Boolean) : []
