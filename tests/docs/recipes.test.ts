// On folders only: the pages describe a single Hub.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { says, startUpstream, type Upstream } from '../support/upstream.ts'
import { pages, pageText } from './blocks.ts'
import { addresses, GARDEN } from './garden.ts'
import { openMachine, type ShellMachine } from './terminal.ts'
import { readUnused } from './unused.ts'
import { followPage } from './follow-page.ts'

const unused = readUnused()

suite('recipes, which go on from there', () => {
  let machine: ShellMachine
  let model: Upstream
  let key: string
  before(async () => {
    machine = await openMachine()
    model = await startUpstream()
    model.otherwise(says('The ferns do.'))
    await using terminal = machine.openTerminal()
    await terminal.run(`${GARDEN}\ncp .env ~/settings`)
    key = (await terminal.run('hub keys create --email ann@example.com --name docs')).trim()
  })
  after(async () => {
    await machine?.[Symbol.asyncDispose]()
    await model?.[Symbol.asyncDispose]()
  })

  const recipes = pages().filter((name) => name.startsWith('docs/recipes/'))
  // Pages that use the running Hub come first. The other pages restart the Hub with their own settings.
  for (const page of recipes.toSorted((a, b) => Number(startsHub(a)) - Number(startsHub(b))))
    test(`${page} can be followed [docs.executed, docs.answers]`, { timeout: 180_000 }, async () => {
      await using terminal = machine.openTerminal({ folder: machine.home })
      await terminal.run('cp ~/settings ~/garden/.env')
      const actual: [string, string][] = [
        ...addresses(machine),
        ['http://127.0.0.1:11434/v1', model.url],
        ['YOUR_API_KEY', key],
      ]
      await followPage({ machine, terminal, unused, actual }, page)
      assert.deepEqual(unused.left(page), [], 'listed, and not on the page')
    })
})

function startsHub(page: string): boolean {
  return /^ *hub run /m.test(pageText(page))
}
