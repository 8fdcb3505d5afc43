import { execFile } from 'node:child_process'
import type { Bubblewrap } from './bubblewrap.ts'
import { openControlGroup } from './control-group.ts'
import { limitedShell, limitsLacking, type CommandLimits } from './limits.ts'
import { emptySandbox, SANDBOX_ENVIRONMENT } from './sandbox.ts'

export interface SandboxCheck {
  /** Why this machine must not run commands; null if it may. */
  problem: { message: string; fix: string } | null
  unbounded: readonly string[]
}

const OWN_USER = 'run the service as a user of its own'

const PROBE_SCRIPT =
  'cat /proc/self/limits; for file in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /sys/kernel/uevent_helper; do [ -w "$file" ] && echo open; done; true'

export async function checkSandbox(bubblewrap: Bubblewrap, limits: CommandLimits): Promise<SandboxCheck> {
  const probed = await runProbe(bubblewrap, limits)
  if (typeof probed !== 'string')
    return refused(
      `bubblewrap cannot create a sandbox on this machine (${probed.complaint})`,
      'allow unprivileged user namespaces on this machine or container',
    )
  await using group = await openControlGroup(limits)
  const isRoot = process.getuid?.() === 0
  if (isRoot && !bubblewrap.closesNamespaces)
    return refused(
      'the service runs as root, and this version of bubblewrap cannot prevent commands from regaining root rights',
      `${OWN_USER}, or install bubblewrap 0.8`,
    )
  if (probed.split('\n').includes('open'))
    return refused('a command could change kernel settings of this machine', OWN_USER)
  const lacking = limitsLacking(probed, limits)
  if (lacking.length > 0)
    return refused(
      `${lacking.join(', ')} cannot be limited here`,
      'install util-linux and a POSIX shell as /bin/sh',
    )
  if (isRoot && !group)
    return refused(
      'the number of processes cannot be limited here: the service runs as root, which has no such limit',
      `${OWN_USER}, or allow it to create control groups (cgroups)`,
    )
  return { problem: null, unbounded: group ? [] : ['the memory of all processes of a command together'] }
}

const refused = (message: string, fix: string): SandboxCheck => ({ problem: { message, fix }, unbounded: [] })

const runProbe = async (
  bubblewrap: Bubblewrap,
  limits: CommandLimits,
): Promise<string | { complaint: string }> => {
  const args = [...(await emptySandbox(bubblewrap)), ...limitedShell(limits), PROBE_SCRIPT]
  return new Promise((resolve) => {
    execFile(
      bubblewrap.program,
      args,
      { timeout: 10_000, env: SANDBOX_ENVIRONMENT },
      (error, out, complaint) =>
        resolve(error ? { complaint: complaint.trim().split('\n', 1)[0] || error.message } : out),
    )
  })
}
