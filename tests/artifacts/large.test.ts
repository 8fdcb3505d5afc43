import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { runHub } from '../support/running-hub.ts'
import { startS3 } from '../support/s3.ts'

const PIECE = Buffer.alloc(1024 ** 2, 'one megabyte of text. ')
const MAX_MEMORY_BYTES = 128 * PIECE.length
const SIZE = 2 * MAX_MEMORY_BYTES

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

for (const place of ['a folder', 'a bucket'])
  test(
    `a file of twice the permitted memory is uploaded and downloaded in constant memory, stored in ${place} [artifacts.memory]`,
    { timeout: 240_000, skip: process.platform === 'linux' ? false : 'reads /proc' },
    async (t) => {
      const bucket = place === 'a bucket' ? (await startS3(t)).environment() : {}
      await using hub = await runHub({
        processes: 'usual',
        environment: { SVC_MAX_UPLOAD_BYTES: String(SIZE), ...bucket },
      })
      const ann = await signUp(hub.url, {
        name: 'Ann',
        email: 'ann@example.com',
        password: 'correct horse battery',
      })
      const { hubs } = await ann.call('GET', '/portal/api/me')
      const { slug } = hubs[0]
      const processes = hub.children().map(({ pid }) => pid)
      const before = processes.map(memoryOf)
      const most = [...before]
      const look = () => {
        for (const [n, pid] of processes.entries()) most[n] = Math.max(most[n]!, memoryOf(pid))
      }
      const headers = { cookie: `token=${ann.token}`, origin: hub.url }

      const started = performance.now()
      const hash = createHash('sha256')
      const search = new URLSearchParams({ hub: slug, filename: 'big.bin' })
      const view = await new Promise<any>((resolve, reject) => {
        const upload = request(`${hub.url}/portal/artifacts/api/upload?${search}`, {
          method: 'POST',
          headers: { ...headers, 'content-length': SIZE, 'content-type': 'application/octet-stream' },
        })
        upload.on('error', reject)
        upload.on('response', (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (piece) => (text += piece))
          answer.on('end', () =>
            answer.statusCode === 201 ? resolve(JSON.parse(text)) : reject(new Error(text)),
          )
        })
        let sent = 0
        const send = () => {
          while (sent < SIZE) {
            sent += PIECE.length
            hash.update(PIECE)
            if (sent % (16 * PIECE.length) === 0) look()
            if (!upload.write(PIECE)) return void upload.once('drain', send)
          }
          upload.end()
        }
        send()
      })
      assert.deepEqual([view.size, view.sha256], [SIZE, hash.digest('hex')])

      let received = 0
      const download = await fetch(`${hub.url}/portal/artifacts/${view.id}/download`, { headers })
      for await (const piece of download.body!) {
        const pieces = Math.floor(received / (16 * PIECE.length))
        received += piece.length
        if (Math.floor(received / (16 * PIECE.length)) > pieces) look()
      }
      assert.equal(received, SIZE)
      assert.ok(performance.now() - started < 120_000)
      t.diagnostic(
        `${most.map((bytes, n) => Math.round((bytes - before[n]!) / 1024 ** 2)).join(', ')} MiB more, ${Math.round(performance.now() - started)} ms`,
      )
      for (const [n, bytes] of most.entries())
        assert.ok(
          bytes - before[n]! < MAX_MEMORY_BYTES,
          `process ${n} grew by ${Math.round((bytes - before[n]!) / 1024 ** 2)} MiB`,
        )
    },
  )
