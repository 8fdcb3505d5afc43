import type { Browser } from 'playwright-core'
import { startArtifacts } from '../../tests/web-artifacts/started-artifacts.ts'
import { takeAccessPages, takeFirstDay } from './access-pages.ts'
import { takeAdministrationPages } from './administration-pages.ts'
import { artifactPages } from './artifact-pages.ts'
import { takeChatMoments, takeChatPages } from './chat-pages.ts'
import { takeChatStates } from './chat-states.ts'
import { startConnectionPages } from './connection-pages.ts'
import { CHAT_LOOKS, takePages, type Looks, type Taking } from './looks.ts'
import { takeWorkPages } from './work-pages.ts'

/** Each group has its own Hub, so a run can take a single group. */
const PARTS: Readonly<Record<string, (taking: Taking) => Promise<void>>> = {
  first: takeFirstDay,
  access: takeAccessPages,
  administration: takeAdministrationPages,
  work: takeWorkPages,
  artifacts: takeArtifactPages,
  connections: takeConnectionPages,
  chat: takeChatPages,
  'chat-moments': takeChatMoments,
  'chat-states': takeChatStates,
}

/** Writes `<folder>/<page>-<look>.png`. `only` limits groups and looks: `chat phone-dark`. */
export async function takeEveryPage(
  browser: Browser,
  folder: string,
  only: readonly string[] = [],
): Promise<void> {
  const known = { ...PARTS, ...CHAT_LOOKS }
  const odd = only.find((name) => !(name in known))
  if (odd) throw new Error(`${odd} is none of ${Object.keys(known).join(', ')}`)
  const wanted = <Named>(all: Readonly<Record<string, Named>>, of = only.filter((name) => name in all)) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => of.length === 0 || of.includes(name)))
  const asked = only.filter((name) => name in CHAT_LOOKS)
  const looks = (all: Looks) => wanted(all, asked)
  for (const take of Object.values(wanted(PARTS))) await take({ browser, folder, looks })
}

async function takeConnectionPages(taking: Taking): Promise<void> {
  await using started = await startConnectionPages()
  await takePages(taking, started, started.pages)
}

async function takeArtifactPages(taking: Taking): Promise<void> {
  await using started = await startArtifacts()
  await takePages(taking, started, await artifactPages(started))
}
