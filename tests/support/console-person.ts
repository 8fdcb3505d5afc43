import assert from 'node:assert/strict'

export interface Account {
  name: string
  email: string
  password: string
}

export interface ConsolePerson {
  readonly account: Account
  /** Value of the session cookie. */
  readonly token: string
  call<Answer = any>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>
  say(model: string, text: string): Promise<void>
  at(url: string): ConsolePerson
}

export const signUp = (url: string, account: Account): Promise<ConsolePerson> => enter(url, 'signup', account)

export const signIn = (url: string, account: Account): Promise<ConsolePerson> => enter(url, 'signin', account)

async function enter(url: string, how: 'signup' | 'signin', account: Account): Promise<ConsolePerson> {
  const answer = await fetch(`${url}/api/v1/auths/${how}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(account),
  })
  assert.equal(answer.status, 200, await answer.clone().text())
  const { token } = (await answer.json()) as { token: string }
  return personAt(url, account, token)
}

function personAt(url: string, account: Account, token: string): ConsolePerson {
  const call: ConsolePerson['call'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: `token=${token}`,
        origin: url,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
    return response.json()
  }
  return {
    account,
    token,
    call,
    say: (model, text) => say(url, { token, call }, model, text),
    at: (other) => personAt(other, account, token),
  }
}

async function say(
  url: string,
  { token, call }: Pick<ConsolePerson, 'token' | 'call'>,
  model: string,
  text: string,
): Promise<void> {
  const { chat_id } = await call('POST', '/api/chat/completions', {
    model,
    stream: true,
    session_id: crypto.randomUUID(),
    chat_id: null,
    id: crypto.randomUUID(),
    parent_id: null,
    user_message: { id: crypto.randomUUID(), content: text, files: [] },
  })
  // The server closes the stream at the end of the turn.
  const events = await fetch(`${url}/api/v1/chats/${chat_id}/events`, {
    headers: { cookie: `token=${token}` },
  })
  await events.text()
}
