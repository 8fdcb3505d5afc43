import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { TemplateName } from '#cli/template-names.ts'
import { signUp, type ConsolePerson } from '../support/console-person.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { runHub, secretsOf, type RunningHub } from '../support/running-hub.ts'
import { until } from '../support/until.ts'
import { startUpstream, type RecordedRequest, type Upstream } from '../support/upstream.ts'

export const ANN = 'ann@example.com'

export interface StartedTemplate {
  readonly running: RunningHub
  readonly model: Upstream
  readonly ann: ConsolePerson
  grant(permission: string): Promise<void>
  /** Answer of the agent to Ann. */
  ask(text: string): Promise<string>
  runs(workflow: string): Promise<any[]>
  ended(workflow: string): Promise<any>
  /** Change request that waits for Ann. */
  request(kind: string): Promise<any>
}

/** A Hub from `hub init`, with a scripted model and Ann's account instead of you@example.com. */
export async function startTemplate(
  t: TestContext,
  template: TemplateName,
  environment: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<StartedTemplate> {
  const folder = join(await folderWith(t, {}), 'garden')
  const made = await hub(['init', folder, '--template', template])
  if (made.code !== 0) throw new Error(made.stderr)
  await setAccount(folder)
  const model = await startUpstream()
  t.after(() => model[Symbol.asyncDispose]())
  const running = await runHub({
    folder,
    environment: { SVC_MODEL: 'compatible/scripted', SVC_MODEL_BASE_URL: model.url, ...environment },
    options,
  })
  t.after(() => running[Symbol.asyncDispose]())
  const ann = await signUp(running.url, { name: 'Ann', email: ANN, password: 'correct horse battery' })
  await ann.call('GET', '/portal/api/me')
  const { bridgeKey } = await secretsOf(running)
  const runs = async (workflow: string) => {
    const { items } = await ann.call('GET', `/portal/api/runs?workflow=${encodeURIComponent(workflow)}`)
    return Promise.all(
      items.map(({ id }: any) => ann.call('GET', `/portal/api/runs/garden/${encodeURIComponent(id)}`)),
    )
  }
  return {
    running,
    model,
    ann,
    grant: (permission) =>
      ann.call('POST', '/portal/api/access/grant', { subject: ANN, hub: 'garden', permission }),
    async ask(text) {
      const response = await fetch(`${running.bridge}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bridgeKey}`,
          'content-type': 'application/json',
          'x-chatapp-user-email': ANN,
        },
        body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content: text }] }),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      const { choices } = await response.json()
      return choices[0].message.content
    },
    runs,
    ended: (workflow) =>
      until(async () => (await runs(workflow)).find((run) => run.ended_at), {
        what: `the end of ${workflow}`,
      }),
    request: (kind) =>
      until(
        async () => {
          const { items } = await ann.call('GET', '/portal/api/change-requests?state=proposed')
          const found = items.find((item: any) => item.kind === kind)
          return found && (await ann.call('GET', `/portal/api/change-requests/${found.id}`))
        },
        { what: `a change request ${kind}` },
      ),
  }
}

async function setAccount(folder: string): Promise<void> {
  for (const path of await readdir(folder, { recursive: true })) {
    if (!/^(tasks|workflows)\/.+\.(md|yaml)$/.test(path)) continue
    const file = join(folder, path)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('you@example.com', ANN))
  }
}

/** Results of tools that the model got with this request. */
export const toolResults = ({ body }: RecordedRequest): string[] =>
  (body.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => String(content))
