import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * An nginx that does what the edge does: one worker, no access log, kept connections, no buffering.
 *
 * @returns Null when there is no nginx on this machine.
 */
export async function startNginx(upstreamPort: number) {
  const binary = process.env['NGINX_BINARY'] ?? '/usr/sbin/nginx'
  if (
    !(await access(binary).then(
      () => true,
      () => false,
    ))
  )
    return null
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  await writeFile(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit;
     events { worker_connections 1024; }
     http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
       fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       keepalive_requests 10000000;
       upstream hub { server 127.0.0.1:${upstreamPort}; keepalive 256; keepalive_requests 10000000; }
       server { listen 127.0.0.1:${port};
         location / { proxy_pass http://hub; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off;
           proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
           proxy_set_header X-Request-Id $request_id; } } }`,
  )
  const child = spawn(binary, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill())
  while (!(await accepts(port))) if (child.exitCode !== null) throw new Error('nginx did not start')
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
    await rm(folder, { recursive: true })
  }
  return { port, process: child, stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
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
