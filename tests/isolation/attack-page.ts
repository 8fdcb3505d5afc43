import { networkInterfaces } from 'node:os'
import type { Attempt } from './attempts.ts'

export interface Places {
  port: number
  /** UDP port of a WebRTC peer that the page contacts by IP address. */
  peer: number
  own: string
}

/**
 * Logs `trying <first attempt>`, and finally `done <first attempt> {"<attempt>": "<result>", …}` with the attempts
 * that succeeded.
 */
export const attackPage = (attempts: readonly Attempt[], places: Places): string => `<!doctype html>
<html><head><meta charset="utf-8"><title>secret</title><script>console.log('trying ${attempts[0]!.name}')</script>
${attempts.map((attempt) => filled(attempt.head ?? '', attempt, places)).join('\n')}
</head><body>
${attempts.map((attempt) => filled(attempt.html ?? '', attempt, places)).join('\n')}
<script>
const secret = 'secret'
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const tries = {
${attempts.map((attempt) => `${JSON.stringify(attempt.name)}: async () => { ${filled(attempt.js ?? '', attempt, places)} },`).join('\n')}
}
const loaded = document.readyState === 'complete' ? null : new Promise((resolve) => addEventListener('load', resolve))
Promise.race([loaded, pause(1500)]).then(async () => {
  const got = {}
  await Promise.all(Object.entries(tries).map(async ([name, attempt]) => {
    try {
      const value = await Promise.race([attempt(), pause(1500)])
      if (value) got[name] = String(value)
    } catch {}
  }))
  console.log('done ${attempts[0]!.name} ' + JSON.stringify(got))
})
</script>
</body></html>
`

export const goId = (name: string): string => `go-${name}`

const filled = (text: string, { name }: Attempt, { port, peer, own }: Places): string =>
  text
    .replaceAll('OUT', `${name}.out.test:${port}`)
    .replaceAll('NAME', `${name}.name.test`)
    .replaceAll('PEER', String(peer))
    .replaceAll('MACHINE', machine())
    .replaceAll('OWN', own)
    .replaceAll('GO', goId(name))

/** WebRTC does not use the loopback interface, so this is the address of another interface, if any. */
const machine = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
