import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import { installGo, unpackDebian } from '../cache.ts'
import type { FrontHub } from './hub.ts'
import { NAME } from './requests.ts'

export type Protocol = 'h1' | 'h2' | 'h3'

export interface FrontProcess {
  command: [string, ...string[]]
  environment?: Record<string, string>
  files: Record<string, string>
}

export interface Front {
  name: string
  /** Programs that this computer must have. */
  needs: readonly string[]
  protocols: readonly Protocol[]
  /** Milliseconds that a stopped front gets to end its streams; 0: it is killed. */
  graceMs: number
  /** @throws Error with the reason why the program cannot be installed */
  install(): Promise<string>
  version(program: string): string
  start(program: string, hub: FrontHub, folder: string, issuer: string): FrontProcess
}

export const PROXY_CLIENT = { id: 'oauth2-proxy', secret: 'the-secret-of-that-client' }

export const FRONTS: readonly Front[] = [
  {
    name: 'nginx',
    needs: ['curl'],
    protocols: ['h1', 'h2'],
    graceMs: 5000,
    install: () => Promise.resolve(firstOf(['/usr/sbin/nginx', '/usr/bin/nginx'])),
    version: (program) => printed(program, '-v'),
    start(program, hub, folder) {
      const site = changed('nginx.conf', {
        '127.0.0.1:3080': addressOf(hub.url),
        'listen 443 ssl http2': `listen 127.0.0.1:${hub.door.port} ssl http2`,
        '/etc/ssl/garden/fullchain.pem': hub.certificate,
        '/etc/ssl/garden/privkey.pem': hub.key,
      })
      const main = `pid ${folder}/nginx.pid;
error_log stderr;
daemon off;
events {}
http {
  access_log off;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder};
  fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder};
  scgi_temp_path ${folder};
${site}}
`
      return {
        command: [program, '-p', folder, '-c', join(folder, 'main.conf')],
        files: { 'main.conf': main },
      }
    },
  },
  {
    name: 'Caddy',
    needs: ['curl', 'go'],
    protocols: ['h1', 'h2', 'h3'],
    graceMs: 0,
    install: () => installGo('github.com/caddyserver/caddy/v2/cmd/caddy', 'v2.11.9'),
    version: () => '2.11.9',
    start(program, hub, folder) {
      const { port } = hub.door
      const site = changed('Caddyfile', {
        'garden.example.com {': `https://${NAME}:${port} {\n\tbind 127.0.0.1\n\ttls ${hub.certificate} ${hub.key}`,
        '127.0.0.1:3080': addressOf(hub.url),
      })
      return {
        command: [program, 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
        environment: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        files: { Caddyfile: `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}` },
      }
    },
  },
  {
    name: 'HAProxy',
    needs: ['curl', 'apt-get', 'dpkg'],
    protocols: ['h1', 'h2'],
    graceMs: 5000,
    async install() {
      const packages = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']
      return join(await unpackDebian(packages), 'usr/sbin/haproxy')
    },
    version: (program) => printed(program, '-v'),
    start: (program, hub, folder) => ({
      command: [program, '-db', '-f', join(folder, 'haproxy.cfg')],
      environment: librariesOf(program),
      files: {
        'haproxy.cfg': changed('haproxy.cfg', {
          'bind :443': `bind 127.0.0.1:${hub.door.port}`,
          '/etc/ssl/garden/garden.pem': hub.pem,
          '127.0.0.1:3080': addressOf(hub.url),
          'port 3081': `port ${hub.healthPort}`,
        }),
      },
    }),
  },
  {
    name: 'oauth2-proxy',
    needs: ['curl', 'go'],
    protocols: ['h1'],
    graceMs: 0,
    install: () => installGo('github.com/oauth2-proxy/oauth2-proxy/v7', 'v7.15.6'),
    version: () => '7.15.6',
    start: (program, hub, folder, issuer) => ({
      command: [program, '--config', join(folder, 'oauth2-proxy.cfg')],
      files: {
        'oauth2-proxy.cfg': changed('oauth2-proxy.cfg', {
          'https://id.example.com': issuer,
          'https://garden.example.com/': `https://${NAME}:${hub.door.port}/`,
          '0.0.0.0:443': `127.0.0.1:${hub.door.port}`,
          '/etc/ssl/garden/fullchain.pem': hub.certificate,
          '/etc/ssl/garden/privkey.pem': hub.key,
          'http://127.0.0.1:3080/': `${hub.url}/`,
        }),
      },
    }),
  },
]

function changed(name: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(root, 'deploy/proxies', name), 'utf8')
  for (const [documented, own] of Object.entries(replacements)) {
    if (!text.includes(documented)) throw new Error(`deploy/proxies/${name} has no ${documented}`)
    text = text.replaceAll(documented, own)
  }
  return text
}

const addressOf = (url: string): string => new URL(url).host

function firstOf(paths: readonly string[]): string {
  const found = paths.find((path) => existsSync(path))
  if (!found) throw new Error('nginx is not installed: apt-get install nginx-light')
  return found
}

/** Libraries beside a program that was unpacked without an installation. */
export const librariesOf = (program: string): Record<string, string> => ({
  LD_LIBRARY_PATH: join(program, '../../lib/x86_64-linux-gnu'),
})

function printed(program: string, option: string): string {
  const text = execFileSync('sh', ['-c', `"${program}" ${option} 2>&1`], {
    env: { ...process.env, ...librariesOf(program) },
    encoding: 'utf8',
  })
  return /\d+\.\d+\.\d+/.exec(text)![0]
}
