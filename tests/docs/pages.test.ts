import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { pages } from './blocks.ts'
import { says, startUpstream, type Upstream } from '../support/upstream.ts'
import { openMachine, type Machine } from './terminal.ts'
import { readUnused } from './unused.ts'
import { usePage } from './use-page.ts'

const unused = readUnused()
const recipes = pages().filter((page) => page.startsWith('docs/recipes/'))
const fromTheStart = ['README.md', 'docs/getting-started.md']
const reference = pages().filter((page) => !recipes.includes(page) && !fromTheStart.includes(page))

suite('pages to follow from the start', () => {
  for (const page of fromTheStart)
    test(`${page} can be followed [docs.executed, docs.answers]`, async () => {
      await using machine = await openMachine()
      await using terminal = machine.openTerminal()
      const ask = askerAt(machine.edge)
      await usePage({ machine, terminal, unused, ask, actual: addresses(machine) }, page)
      assert.deepEqual(unused.left(page), [], 'listed, and not on the page')
    })
})

suite('recipes, which go on from there', () => {
  let machine: Machine
  let model: Upstream
  before(async () => {
    machine = await openMachine()
    model = await startUpstream()
    model.otherwise(says('The ferns do.'))
    await using terminal = machine.openTerminal()
    await terminal.run(GARDEN)
  })
  after(async () => {
    await machine?.[Symbol.asyncDispose]()
    await model?.[Symbol.asyncDispose]()
  })

  for (const page of recipes)
    test(`${page} can be followed [docs.executed, docs.answers]`, async () => {
      await using terminal = machine.openTerminal({ folder: machine.home })
      const actual: [string, string][] = [...addresses(machine), ['http://127.0.0.1:11434/v1', model.url]]
      await usePage({ machine, terminal, unused, actual }, page)
      assert.deepEqual(unused.left(page), [], 'listed, and not on the page')
    })
})

suite('pages to look things up in, beside a running Hub', () => {
  let machine: Machine
  let variables: Record<string, string>
  before(async () => {
    machine = await openMachine()
    await using terminal = machine.openTerminal()
    variables = JSON.parse(await terminal.run(`${GARDEN}\n${IN_FULL}`)) as Record<string, string>
  })
  after(() => machine?.[Symbol.asyncDispose]())

  for (const page of reference)
    test(`what ${page} shows works [docs.executed, docs.answers]`, async () => {
      await using terminal = machine.openTerminal({ folder: join(machine.home, 'garden'), variables })
      const key = variables['HUB_KEY']!
      const names: [string, string][] = [['YOUR_API_KEY', key], ['sk-…', key], ['/my-hub/', '/garden/']]
      await usePage({ machine, terminal, unused, actual: [...addresses(machine), ...names] }, page)
      assert.deepEqual(unused.left(page), [], 'listed, and not on the page')
    })
})

test('the list of what is not used names pages that are there [docs.executed]', () => {
  assert.deepEqual(unused.pages().filter((page) => !pages().includes(page)), [])
})

const addresses = ({ edge, bridge }: Machine): [string, string][] => [
  ['http://127.0.0.1:3080', edge],
  ['http://127.0.0.1:8000', bridge],
  ['https://hub.example.com', edge],
]

/** What Getting started leaves behind, with one more account. */
const GARDEN = String.raw`
hub init ~/garden >&2
cd ~/garden
echo SVC_DEFAULT_USER_ROLE=user >> .env
echo 'correct horse battery' | hub admin create --email ann@example.com --name Ann --password-stdin >&2
hub run . >&2
curl http://127.0.0.1:$PORT/api/v1/auths/signup -H 'Content-Type: application/json' \
  -d '{"email": "pat@example.com", "name": "Pat", "password": "correct horse battery"}' >&2
`

/** Switches on what the reference tells of, and writes the variables that its examples take as given. */
const IN_FULL = String.raw`
cat >> .env <<END
WEBHOOK_INBOUND_SECRET=secret-of-the-garden
WEBHOOK_INBOUND_HMAC=true
END
hub run . --webhook >&2
jq -n '{PASSWORD: "correct horse battery", WEBHOOK_INBOUND_SECRET: "secret-of-the-garden", $BRIDGE_KEY, $ID, HUB_KEY: $KEY, $KEY, TOKEN: $KEY}' \
  --arg KEY "$(hub keys create --email ann@example.com --name docs)" \
  --arg BRIDGE_KEY "$(jq -r .bridgeKey .svc/secrets.json)" \
  --arg ID "$(hub keys create --email pat@example.com --name old --json | jq -r .id)"
`

/** Says things as a reader does in the browser, with the account that they make there first. */
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
    const { token } = (await (signedUp.ok ? signedUp : await post('/api/v1/auths/signin', account)).json()) as { token: string }
    const list = await fetch(`${edge}/api/models`, { headers: { authorization: `Bearer ${token}` } })
    const [{ id }] = ((await list.json()) as { data: [{ id: string }] }).data
    const messages = [{ role: 'user', content: prompt ?? '/say ready' }]
    const answer = await post('/api/chat/completions', { model: id, messages }, token)
    assert.equal(answer.status, 200, await answer.clone().text())
    return ((await answer.json()) as { choices: [{ message: { content: string } }] }).choices[0].message.content
  }
}
