import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { folderWith } from '../support/folder.ts'
import type { TestContext } from 'node:test'
import { runHub, type RunningHub } from '../support/running-hub.ts'

/** A Hub that people write to, and where providers post to. */
export interface MessagedHub extends RunningHub {
  addressOf(channel: string): string
}

/** @param roster Lines of `identity/access.csv`, without the header. */
export async function startMessagedHub(
  t: TestContext,
  { roster, surfaces, environment }: {
    roster: readonly string[]
    surfaces: readonly string[]
    environment: Record<string, string>
  },
): Promise<MessagedHub> {
  const template = await folderWith(t, {
    'agent.md': '---\nname: Garden\n---\nBe brief.\n',
    'identity/access.csv': ['surface,handle,email,name', ...roster, ''].join('\n'),
  })
  const hub = await runHub({ template, environment: { SVC_ACCESS: 'groups', ...environment }, options: surfaces.map((name) => `--${name}`) })
  t.after(() => hub[Symbol.asyncDispose]())
  return Object.assign(hub, {
    addressOf: (channel: string) => hub.url + endpointPath(hub.ready.hubs[0]!.slug, channel),
  })
}

export const writeRoster = async (hub: RunningHub, lines: readonly string[]): Promise<void> => {
  await mkdir(join(hub.folder, 'identity'), { recursive: true })
  await writeFile(join(hub.folder, 'identity/access.csv'), ['surface,handle,email,name', ...lines, ''].join('\n'))
}

/** Wait until something is so; what never is ends with the test's own limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
