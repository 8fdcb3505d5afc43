import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { pages } from './blocks.ts'
import { addresses, GARDEN } from './garden.ts'
import { openMachine, type ShellMachine } from './terminal.ts'
import { readUnused } from './unused.ts'
import { followPage } from './follow-page.ts'

const unused = readUnused()

const FOLLOWED = /^(README|docs\/getting-started|docs\/recipes\/.*)\.md$/

suite('pages to look things up in, beside a running Hub', () => {
  let machine: ShellMachine
  let variables: Record<string, string>
  before(async () => {
    machine = await openMachine()
    await using terminal = machine.openTerminal()
    variables = JSON.parse(await terminal.run(`${GARDEN}\n${IN_FULL}`)) as Record<string, string>
  })
  after(() => machine?.[Symbol.asyncDispose]())

  for (const page of pages().filter((name) => !FOLLOWED.test(name)))
    test(`the examples of ${page} work [docs.executed, docs.answers]`, { timeout: 180_000 }, async () => {
      await using terminal = machine.openTerminal({ folder: join(machine.home, 'garden'), variables })
      const key = variables['HUB_KEY']!
      const names: [string, string][] = [
        ['YOUR_API_KEY', key],
        ['sk-…', key],
        ['/srv/hubs/garden', join(machine.home, 'garden')],
      ]
      await followPage({ machine, terminal, unused, actual: [...addresses(machine), ...names] }, page)
      assert.deepEqual(unused.left(page), [], 'listed, and not on the page')
    })
})

test('the list of unused examples names existing pages [docs.executed]', () => {
  assert.deepEqual(
    unused.pages().filter((page) => !pages().includes(page)),
    [],
  )
})

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
