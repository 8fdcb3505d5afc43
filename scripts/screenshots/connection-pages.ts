import assert from 'node:assert/strict'
import { addUser, connect, startConnections } from '../../tests/connections/world.ts'
import type { ConsolePage } from './looks.ts'

interface StartedConnections extends AsyncDisposable {
  hub: { url: string }
  ann: { token: string }
  pages: readonly ConsolePage[]
}

export async function startConnectionPages(): Promise<StartedConnections> {
  const stack = new AsyncDisposableStack()
  const ending = {
    after: (close: () => PromiseLike<unknown>) => stack.defer(async () => void (await close())),
  }
  const world = await startConnections(ending, { ids: ['desk', 'mail'] })
  await world.addProvider('desk', { name: 'Help desk' })
  await world.addProvider('mail', { name: 'Mail' })
  const person = await addUser(world, 'Pat')
  const connected = await world.journey(person, 'plants')
  await connect(world, person, { journey: connected })
  await world.ask(person, '/tool read_beds {}')
  const lacking = (await world.ask(person, '/tool plough {}')).tools.at(-1)!.connect!.journey
  await connect(world, person, { provider: 'desk' })
  await world.addProvider('desk', { name: 'Help desk', config: { oauth_scope: 'files.read files.write' } })
  const failed = await world.journey(person, 'mail')
  await assert.rejects(connect(world, person, { provider: 'mail', journey: failed, allow: false }))
  const question = await world.journey(person, 'desk')
  return {
    hub: { url: world.origin },
    ann: person,
    pages: [
      ['connection', `/connect/${question}`, 'Connect your Help desk account?'],
      ['connection-scope', `/connect/${lacking}`, 'Connect your Plants account?'],
      ['connection-connected', `/connect/${connected}/done`, 'Plants is connected'],
      ['connection-failed', `/connect/${failed}/done`, 'Mail was not connected'],
      ['connections', '/connections', 'Connections'],
    ],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
