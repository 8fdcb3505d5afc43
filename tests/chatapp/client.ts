export interface Answer {
  status: number
  headers: Headers
  text: string
  json: any
}

export interface Client {
  url: string
  token: string
  id: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string): Promise<Answer>
  upload(name: string, content: string | Uint8Array<ArrayBuffer>, type?: string): Promise<Answer>
  /** Does not read the body. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export function clientOf(url: string, token = '', id = ''): Client {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(init.headers as Record<string, string>),
      },
    })
  const request = async (path: string, init?: RequestInit) => answerOf(await send(path, init))
  return {
    url,
    token,
    id,
    fetch: send,
    get: (path, headers) => request(path, { headers }),
    post: (path, body, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      }),
    delete: (path) => request(path, { method: 'DELETE' }),
    upload: (name, content, type = 'application/octet-stream') => {
      const form = new FormData()
      form.set('file', new Blob([content], { type }), name)
      return request('/api/v1/files/?process=false', { method: 'POST', body: form })
    },
  }
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}
