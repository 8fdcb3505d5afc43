import assert from 'node:assert/strict'
import { codeAt } from '#chatapp/accounts/factors/totp.ts'

export async function setUpCodes(
  url: string,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/auths/totp${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 200, await answer.clone().text())
    return answer.json() as any
  }
  const { secret } = await post('', { password })
  await post('/confirm', { code: codeOf(secret) })
  return secret
}

export function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

/** Code of an authenticator app. @param at Milliseconds since 1970. */
export const codeOf = (secret: string, at = Date.now()): string =>
  codeAt(fromBase32(secret), Math.floor(at / 30_000))
