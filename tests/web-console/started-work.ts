import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { signUp, type ConsolePerson } from '../support/console-person.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { ANN } from './started-console.ts'
import { until } from '../support/until.ts'

export const SECRET = 'open sesame'

export interface StartedWork extends AsyncDisposable {
  readonly hub: RunningHub
  readonly slug: string
  readonly ann: ConsolePerson
  readonly endpoint: string
  deliver(body: unknown, query?: string): Promise<string>
}

export async function startWork(files: Readonly<Record<string, string>> = {}): Promise<StartedWork> {
  const hub = await runHub({
    options: ['--webhook'],
    environment: { SVC_PROCESSES: 'single', WEBHOOK_INBOUND_SECRET: SECRET, MCP_SERVER: 'true' },
  })
  const slug = hub.ready.hubs[0]!.slug
  const ann = await signUp(hub.url, ANN)
  await ann.call('GET', '/portal/api/me')
  for (const [path, content] of Object.entries({ ...FILES, ...files })) {
    const file = join(hub.folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    if (path.endsWith('.sh')) await chmod(file, 0o755)
  }
  await until(async () => {
    const { total } = await ann.call('GET', '/portal/api/workflows')
    return total >= Object.keys({ ...FILES, ...files }).filter((path) => !path.endsWith('.sh')).length
  })
  const endpoint = `${hub.url}/webhooks/${slug}/webhook`
  return {
    hub,
    slug,
    ann,
    endpoint,
    async deliver(body, query = '') {
      const answer = await fetch(endpoint + query, {
        method: 'POST',
        headers: { 'x-webhook-secret': SECRET, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.text()
    },
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  }
}

const FILES = {
  'scripts/orders.sh': `#!/bin/sh
echo "as $SVC_RUN_AS"
printf '%s\\n' "$SVC_WEBHOOK_EVENTS" | while read -r event; do
  echo "handling $(basename "$event")"
  cat "$event"
done
`,
  'scripts/slow.sh': `#!/bin/sh
n=0
while [ ! -e "$PWD/enough" ]; do n=$((n+1)); echo "line $n"; sleep 0.2; done
echo "that is enough"
`,
  'tasks/orders.md': `---
description: Books what the shop sends
on_webhook: true
run_as: ${ANN.email}
run: scripts/orders.sh
---
`,
  'tasks/slow.md': `---
description: Writes until it is enough
run_as: ${ANN.email}
run: scripts/slow.sh
---
`,
  'tasks/morning.md': `---
description: Summarises the open orders
schedule: 0 7 * * 1-5
timezone: Europe/Berlin
run_as: ${ANN.email}
---
/say Good morning
`,
  'tasks/broken.md': `---
schedule: 0 7 * * 1-5
on_webhook: true
---
`,
}
