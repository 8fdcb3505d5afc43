// On folders only: a first start has no other store.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addresses } from './garden.ts'
import { openMachine } from './terminal.ts'
import { readUnused } from './unused.ts'
import { followPage } from './follow-page.ts'

const unused = readUnused()

suite('pages to follow from the start', () => {
  for (const page of ['README.md', 'docs/getting-started.md'])
    test(`${page} can be followed [docs.executed, docs.answers]`, { timeout: 180_000 }, async () => {
      await using machine = await openMachine()
      // Pages other than the README run with several processes, the default.
      const variables: Record<string, string> = page === 'README.md' ? {} : { SVC_PROCESSES: '' }
      await using terminal = machine.openTerminal({ variables })
      const ask = askerAt(machine.edge)
      await followPage({ machine, terminal, unused, ask, actual: addresses(machine) }, page)
      assert.deepEqual(unused.left(page), [], 'listed, and not on the page')
    })
})

const askerAt = (edge: string) => {
  const account = { email: 'you@example.com', name: 'You', password: 'correct horse battery' }
  const post = (path: string, body: unknown, token = '') =>
    fetch(edge + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  return async (prompt: string | null): Promise<string> => {
    const signedUp = await post('/api/v1/auths/signup', account)
    const { token } = (await (
      signedUp.ok ? signedUp : await post('/api/v1/auths/signin', account)
    ).json()) as { token: string }
    const list = await fetch(`${edge}/api/models`, { headers: { authorization: `Bearer ${token}` } })
    const [{ id }] = ((await list.json()) as { data: [{ id: string }] }).data
    const messages = [{ role: 'user', content: prompt ?? '/say ready' }]
    const answer = await post('/api/chat/completions', { model: id, messages }, token)
    assert.equal(answer.status, 200, await answer.clone().text())
    return ((await answer.json()) as { choices: [{ message: { content: string } }] }).choices[0].message
      .content
  }
}
