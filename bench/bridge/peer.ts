import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../../tests/support/free-ports.ts'
import { startProgram } from '../support/cores.ts'
import { peerFolder } from '../support/peer.ts'

const PEER = '@portkey-ai/gateway@1.15.2'

export async function startPeer(core: number): Promise<{ port: number; pid: number }> {
  const folder = peerFolder([PEER], process.env['PORTKEY_FOLDER'])
  const [port] = (await freePorts(1)) as [number]
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const environment = { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1', NODE_ENV: 'production' }
  const command = [process.execPath, script, '--headless', `--port=${port}`]
  const { pid } = startProgram(core, command, environment)
  for (let tries = 0; tries < 100; tries++) {
    if (await answers(port)) return { port, pid }
    await sleep(100)
  }
  throw new Error(`${PEER} does not start`)
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )
