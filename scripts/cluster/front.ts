import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../../bench/support/programs.ts'

/** If an instance is unavailable, nginx sends the request to the next. */
export async function startFront({
  folder,
  port,
  ports,
}: {
  folder: string
  port: number
  ports: readonly number[]
}): Promise<AsyncDisposable> {
  const own = join(folder, 'nginx')
  for (const name of ['', 'body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(own, name))
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join(' ')
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off; pid ${own}/pid; error_log ${own}/error.log; worker_processes 1;
     events { worker_connections 1024; }
     http {
       access_log off;
       client_body_temp_path ${own}/body; proxy_temp_path ${own}/proxy;
       fastcgi_temp_path ${own}/fastcgi; uwsgi_temp_path ${own}/uwsgi; scgi_temp_path ${own}/scgi;
       map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
       upstream machines { ${servers} keepalive 32; }
       server {
         listen 127.0.0.1:${port};
         client_max_body_size 64m;
         location / {
           proxy_pass http://machines;
           proxy_http_version 1.1;
           proxy_set_header Host $http_host;
           proxy_set_header X-Forwarded-For $remote_addr;
           proxy_set_header X-Forwarded-Proto http;
           proxy_set_header Upgrade $http_upgrade;
           proxy_set_header Connection $connection_upgrade;
           proxy_buffering off;
           proxy_request_buffering off;
           proxy_connect_timeout 2s;
           proxy_read_timeout 15m;
           proxy_next_upstream error timeout http_503;
         }
       }
     }\n`,
  )
  const nginx = spawn(program('nginx'), ['-p', own, '-c', join(own, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) if (nginx.exitCode !== null) throw new Error('nginx did not start')
  return {
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGQUIT')
      await once(nginx, 'exit')
    },
  }
}
