/**
 * `node bin/check.mjs scripts/cluster.ts [number of instances] [--install]`: starts a cluster with Postgres, NATS, S3
 * and nginx. `--install` installs nginx.
 * Reads commands that stop or pause servers. Ctrl-C ends all servers and deletes the folder.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureWeb } from '../bin/setup/web.mjs'
import { INSTALL_OPTION, program } from '../bench/support/programs.ts'
import { startCluster, type Cluster } from './cluster/cluster.ts'

const instances = Number(process.argv.slice(2).find((argument) => argument !== INSTALL_OPTION) ?? 3)
program('nginx') // fails before anything starts if nginx is missing

await ensureWeb()
await using parts = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'hub-cluster-'))
parts.defer(() => rm(folder, { recursive: true, force: true }))
const cluster = parts.use(await startCluster({ folder, instances, log: (line) => console.log(line) }))
console.log(introduction(cluster))

const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => lines.close())
lines.on('SIGINT', () => lines.close())
lines.prompt()
for await (const line of lines) {
  await pull(line.trim()).catch((error: Error) => console.log(error.message))
  lines.prompt()
}

async function pull(line: string): Promise<void> {
  const [act = '', name = ''] = line.split(/\s+/)
  if (act === '') return
  const command = cluster.commands.get(name)?.[act]
  if (!command) return console.log(`there is no such command; known commands:\n${commandNames(cluster)}`)
  await command()
  console.log(`${act} ${name}: done`)
}

function introduction({
  url,
  bridgeKey,
  webhookSecret,
  instances,
  administrator,
  environment,
  commands,
}: Cluster): string {
  return [
    '',
    `All instances, behind nginx   ${url}`,
    ...instances.map(
      ({ name, url, bridge, folder }) => `${name.padEnd(28)} ${url}   chat API ${bridge}/v1   Hub ${folder}`,
    ),
    `Administrator                ${administrator.email}, password ${administrator.password}`,
    `Key of the chat API          ${bridgeKey}, with the administrator's e-mail in X-Svc-User`,
    `Webhooks                     ${url}/webhooks/garden/webhook, bearer ${webhookSecret}`,
    '',
    'For commands such as hub instances list --hub <folder of an instance>:',
    ...Object.entries(environment).map(([name, value]) => `  export ${name}='${value}'`),
    '',
    'Commands:',
    commandNames({ commands }),
    '',
  ].join('\n')
}

function commandNames({ commands }: Pick<Cluster, 'commands'>): string {
  return [...commands].map(([name, acts]) => `  ${Object.keys(acts).join('|')} ${name}`).join('\n')
}
