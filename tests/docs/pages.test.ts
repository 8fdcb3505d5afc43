import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { pages } from './blocks.ts'
import { openMachine, type Machine } from './terminal.ts'
import { readUnused } from './unused.ts'
import { usePage } from './use-page.ts'

/** Pages that begin with nothing; all others are read beside a Hub that runs. */
const FROM_THE_START = /^(README|docs\/getting-started|docs\/recipes\/.*)\.md$/

const unused = readUnused()

suite('pages to follow from the start', () => {
  for (const page of pages().filter((name) => FROM_THE_START.test(name)))
    test(`${page} can be followed [docs.executed, docs.answers]`, async () => {
      await using machine = await openMachine()
      await using terminal = machine.openTerminal()
      await usePage({ machine, terminal, unused, actual: addresses(machine) }, page)
      assert.deepEqual(unused.left(page), [], 'listed, and not on the page')
    })
})

suite('pages to look things up in, beside a running Hub', () => {
  let machine: Machine
  let variables: Record<string, string>
  before(async () => {
    machine = await openMachine()
    await using terminal = machine.openTerminal()
    variables = JSON.parse(await terminal.run(GARDEN))
  })
  after(() => machine?.[Symbol.asyncDispose]())

  for (const page of pages().filter((name) => !FROM_THE_START.test(name)))
    test(`what ${page} shows works [docs.executed, docs.answers]`, async () => {
      await using terminal = machine.openTerminal({ folder: join(machine.home, 'garden'), variables })
      const key = variables['KEY']!
      const actual: [string, string][] = [...addresses(machine), ['YOUR_API_KEY', key], ['sk-…', key]]
      await usePage({ machine, terminal, unused, actual }, page)
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

/** Makes the Hub of the reference pages with its people, and writes the variables that their examples take as given. */
const GARDEN = String.raw`
hub init ~/garden >&2
cd ~/garden
cat >> .env <<END
MCP_SERVER=true
SVC_DEFAULT_USER_ROLE=user
WEBHOOK_INBOUND_SECRET=secret-of-the-garden
WEBHOOK_INBOUND_HMAC=true
END
echo 'correct horse battery' | hub admin create --email ann@example.com --name Ann --password-stdin >&2
hub run . --webhook >&2
curl http://127.0.0.1:$PORT/api/v1/auths/signup -H 'Content-Type: application/json' \
  -d '{"email": "pat@example.com", "name": "Pat", "password": "correct horse battery"}' >&2
hub access grant pat@example.com use_hub >&2
jq -n '{PASSWORD: "correct horse battery", WEBHOOK_INBOUND_SECRET: "secret-of-the-garden", $KEY, TOKEN: $KEY, $BRIDGE_KEY}' \
  --arg KEY "$(hub keys create --email ann@example.com --name docs)" --arg BRIDGE_KEY "$(jq -r .bridgeKey .svc/secrets.json)"
`
