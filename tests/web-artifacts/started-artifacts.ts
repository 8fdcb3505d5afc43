import assert from 'node:assert/strict'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { signIn, type ConsolePerson } from '../support/console-person.ts'
import { copiesOf } from '../support/hub-copies.ts'
import {
  BOB,
  CLEO,
  ENVIRONMENT,
  startConsole,
  toolsAreRead,
  type StartedConsole,
} from '../web-console/started-console.ts'
import { until } from '../support/until.ts'

export { BOB, CLEO }

export interface StartedArtifacts extends StartedConsole {
  readonly bob: ConsolePerson
  readonly cleo: ConsolePerson
  /** Publishes a file as a person; `artifact`: as a new version of that artifact. */
  upload(
    who: ConsolePerson,
    filename: string,
    content: string | Uint8Array,
    options?: { title?: string; artifact?: string },
  ): Promise<ArtifactView>
}

export async function startArtifacts(): Promise<StartedArtifacts> {
  const { hub, of } = await copyOfShared()
  const started = {
    ...of,
    hub,
    ann: of.ann.at(hub.url),
    bob: of.bob.at(hub.url),
    cleo: of.cleo.at(hub.url),
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  }
  await toolsAreRead(started)
  return { ...started, upload: uploadTo(started) }
}

const copyOfShared = copiesOf(ENVIRONMENT, async () => {
  const started = await startConsole()
  const { hub, slug, ann } = started
  for (const person of [BOB, CLEO])
    await ann.call('POST', '/portal/api/accounts', {
      ...person,
      sign_in: 'password',
      grants: [{ hub: slug, permission: 'use_hub' }],
    })
  const [bob, cleo] = [await signIn(hub.url, BOB), await signIn(hub.url, CLEO)]
  await ann.call('POST', '/portal/api/access/grant', {
    subject: ann.account.email,
    hub: slug,
    permission: 'share_public',
  })
  // Grants reach the web chat in the background, so the test waits until both people see the Hub.
  for (const person of [bob, cleo])
    await until(async () => (await person.call('GET', '/api/models')).data.length > 0)
  return { ...started, bob, cleo }
})

const uploadTo =
  ({ hub, slug }: StartedConsole): StartedArtifacts['upload'] =>
  async (who, filename, content, options = {}) => {
    const query = new URLSearchParams({ hub: slug, filename, ...options })
    const answer = await fetch(`${hub.url}/portal/artifacts/api/upload?${query}`, {
      method: 'POST',
      headers: {
        cookie: `token=${who.token}`,
        origin: hub.url,
        'content-type': 'application/octet-stream',
      },
      body: typeof content === 'string' ? content : new Uint8Array(content),
    })
    assert.equal(answer.status, 201, await answer.clone().text())
    return (await answer.json()) as ArtifactView
  }
