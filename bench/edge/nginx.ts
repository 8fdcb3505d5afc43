import { mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePorts } from '../../tests/support/free-ports.ts'
import { startProgram } from '../support/cores.ts'
import { temporaryFolder } from '../support/folder.ts'
import { program } from '../support/programs.ts'

export interface Nginx {
  port: number
  pid: number
}

const ANSWER = JSON.stringify({
  items: Array.from({ length: 20 }, (_, id) => ({ id, title: `Chat number ${id}` })),
})

export const startUpstream = (core: number): Promise<Nginx> =>
  start(core, `location / { default_type application/json; return 200 '${ANSWER}'; }`)

/** Configured like the edge: keep-alive, no buffering, no access log. `/artifacts` has its own upstream. */
export const startProxy = (core: number, upstream: number, streams: number): Promise<Nginx> =>
  start(
    core,
    `proxy_http_version 1.1; proxy_buffering off;
     proxy_set_header Connection ""; proxy_set_header Host $http_host;
     proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Request-Id $request_id;
     location / { proxy_pass http://upstream; }
     location /artifacts { proxy_pass http://streams; }`,
    `${pool('upstream', upstream)} ${pool('streams', streams)}`,
  )

export const SENDER = 'x-sender-port'

export const startReader = (core: number, upstream: number): Promise<Nginx> =>
  start(
    core,
    `proxy_http_version 1.1; proxy_set_header Connection close; proxy_set_header Host $http_host;
     proxy_set_header ${SENDER} $remote_port; ignore_invalid_headers off; underscores_in_headers on; large_client_header_buffers 4 32k;
     location / { proxy_pass http://127.0.0.1:${upstream}; }`,
  )

const pool = (name: string, port: number): string =>
  `upstream ${name} { server 127.0.0.1:${port}; keepalive 256; keepalive_requests 1000000000; }`

async function start(core: number, server: string, http = ''): Promise<Nginx> {
  const folder = temporaryFolder()
  const [port] = (await freePorts(1)) as [number]
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
     events { worker_connections 4096; }
     http { access_log off; keepalive_requests 1000000000; keepalive_timeout 1h;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
       fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       ${http}
       server { listen 127.0.0.1:${port}; ${server} } }`,
  )
  const nginx = startProgram(core, [program('nginx'), '-p', folder, '-c', 'nginx.conf', '-e', 'stderr'])
  while (!(await accepts(port))) if (nginx.exitCode !== null) throw new Error('nginx did not start')
  return { port, pid: nginx.pid }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
