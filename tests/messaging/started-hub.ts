import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { readChannelMessage, type ChannelMessage } from '#features/messaging/message.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { runHub } from '../support/running-hub.ts'
import { storeOf } from '../support/own-services.ts'

export interface MessagedHub {
  readonly folder: string
  url(): string
  addressOf(channel: string): string
  messages(): Promise<ChannelMessage[]>
  writeRoster(lines: readonly string[]): Promise<void>
  killAndRestart(): Promise<void>
}

export interface MessagedHubOptions {
  /** Rows of `identity/access.csv` below the header. */
  roster: readonly string[]
  surfaces: readonly string[]
  environment: Readonly<Record<string, string>>
  files?: Readonly<Record<string, string>>
  /** Default: a single process. */
  processes?: 'single' | 'compact' | 'split'
}

const HEADER = 'surface,handle,email,name'

export async function startMessagedHub(
  t: Pick<TestContext, 'after'>,
  { roster, surfaces, environment, files = {}, processes = 'single' }: MessagedHubOptions,
): Promise<MessagedHub> {
  let stop = async () => {}
  t.after(() => stop()) // stops the Hub before its folder is deleted
  const folder = await folderWith(t as TestContext, {
    'garden/agent.md': '---\nname: Garden\n---\nBe brief.\n',
    'garden/identity/access.csv': [HEADER, ...roster, ''].join('\n'),
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`garden/${path}`, content])),
  })
  const start = () =>
    runHub({
      folder: join(folder, 'garden'),
      environment: { SVC_ACCESS: 'groups', ...environment },
      options: surfaces.map((name) => `--${name}`),
      processes,
    })
  let hub = await start()
  stop = () => hub[Symbol.asyncDispose]() as Promise<void>
  return {
    folder: hub.folder,
    url: () => hub.url,
    addressOf: (channel) => hub.url + endpointPath(hub.ready.hubs[0]!.slug, channel),
    async messages() {
      await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
      return (await store.db.selectFrom('messages').selectAll().orderBy('arrival').execute()).map(
        readChannelMessage,
      )
    },
    writeRoster: (lines) =>
      writeFile(join(hub.folder, 'identity/access.csv'), [HEADER, ...lines, ''].join('\n')),
    async killAndRestart() {
      hub.process.kill('SIGKILL')
      await hub.stop()
      hub = await start()
    },
  }
}
