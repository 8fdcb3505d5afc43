import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'

/** The finding of `hub doctor` about one subject: `ok …`, `warn …` or `fail …`. */
export async function doctorOn(subject: string, environment: Record<string, string>): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'hub-doctor-'))
  try {
    const folder = join(base, 'Garden Team')
    await cp(join(root, 'templates/demo'), folder, { recursive: true })
    const args = [join(root, 'bin/hub.mjs'), 'doctor', '--json', '--offline', '--hub', folder]
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment }
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, args, { env }, (error, text, stderr) =>
        text === '' ? reject(new Error(stderr || error?.message)) : resolve(text),
      )
    })
    const { findings } = JSON.parse(stdout) as {
      findings: { subject: string; status: string; message: string; fix?: string }[]
    }
    const found = findings.find((finding) => finding.subject === subject)
    if (!found) throw new Error(`doctor reports nothing about ${subject}: ${stdout.slice(0, 500)}`)
    return [found.status, found.message, found.fix ?? ''].join(' ').trim()
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}
