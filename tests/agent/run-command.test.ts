// Runs in a process of its own: it starts hundreds of programs, and forking a large process is slow.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, statfs, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { allBuiltInTools } from '#core/agent/tools/built-in.ts'
import { findBubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { checkSandbox } from '#core/agent/tools/run-command/check.ts'
import { usualLimits, type CommandLimits } from '#core/agent/tools/run-command/limits.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { readBuiltInToolConfig } from '#processes/config/built-in-tools.ts'
import { UNBOUNDED_BWRAP } from '../support/unbounded-bwrap.ts'
import { folderWith } from '../support/folder.ts'
import { startTestAgent, type TestAgent, type TurnOverrides } from '../support/agent.ts'
import { manualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'

const bubblewrap = await findBubblewrap()
const { problem } = bubblewrap
  ? await checkSandbox(bubblewrap, usualLimits(60))
  : { problem: { message: 'bubblewrap is not installed' } }
const needsSandbox = { skip: problem ? `no sandbox on this machine: ${problem.message}` : false }

interface Options {
  files?: Record<string, string>
  clock?: Clock
  isSandboxed?: boolean
  secretPaths?: string[]
  mayUse?: 'all' | 'nobody'
  limits?: CommandLimits
}

const start = (t: TestContext, options: Options = {}) => {
  const { files, clock = systemClock, isSandboxed = true, secretPaths = [], limits } = options
  return startTestAgent(t, {
    files: { 'files/a.txt': 'alpha\n', '.env': 'SECRET=hunter2', ...files },
    tools: allBuiltInTools({
      fetch: null,
      command: { isSandboxed, maxSeconds: 60, secretPaths, clock, ...(limits && { limits }) },
    }),
    deps: options.mayUse === 'nobody' ? {} : { mayUse: async () => ({ allowed: true }) },
  })
}

const run = async (agent: TestAgent, command: string, overrides?: TurnOverrides & { seconds?: number }) => {
  const input = { command, ...(overrides?.seconds ? { timeout_seconds: overrides.seconds } : {}) }
  const { tools, text, finish } = await agent.run(`/tool run_command ${JSON.stringify(input)}`, overrides)
  return { state: tools[1]?.state, title: tools[1]?.title, text, finish }
}

test(
  'a command gives its exit code and its output and errors in order, in the Hub’s folder [agent.command.run]',
  needsSandbox,
  async (t) => {
    const agent = await start(t)
    const fine = await run(agent, 'pwd; cat files/a.txt; echo wrong >&2; echo after')
    assert.equal(fine.text, 'Exit code 0.\n/hub\nalpha\nwrong\nafter')
    assert.equal(fine.title, 'Ran a command')
    assert.equal((await run(agent, 'exit 7')).text, 'Exit code 7.\n(no output)')
    assert.equal((await run(agent, 'nonsense')).text.split('\n')[0], 'Exit code 127.')
    assert.match((await run(agent, 'kill -SEGV $$')).text, /^(Ended by SIGSEGV|Exit code 139)/)
    assert.equal((await run(agent, 'printf "\\033[31mred\\033[0m"')).text, 'Exit code 0.\nred')
    assert.equal((await run(agent, 'cat')).text, 'Exit code 0.\n(no output)', 'standard input is empty')
  },
)

test(
  'files that a command creates in the chat’s folder are returned as links [agent.command.files]',
  needsSandbox,
  async (t) => {
    const agent = await start(t)
    const { text } = await run(
      agent,
      'sort files/a.txt > $CHAT/sorted.txt; echo b > chat/b.txt; mkdir chat/sub; touch chat/.x',
    )
    assert.match(
      text,
      /Files it made or changed in chat\/:\n\[b\.txt\]\(\/artifacts\/chat-1\/b\.txt\?t=[\w-]+\)\n\[sorted\.txt\]\(\S+\)$/,
    )
    assert.equal(await readFile(join(agent.chatFolder, 'sorted.txt'), 'utf8'), 'alpha\n')
    const changed = await run(agent, 'echo c >> chat/b.txt; cat chat/sorted.txt')
    assert.match(
      changed.text,
      /^Exit code 0\.\nalpha\n\nFiles it made or changed in chat\/:\n\[b\.txt\]\(\S+\)$/,
    )
    assert.deepEqual(
      (await readdir(agent.chatFolder)).filter((name) => name.endsWith('.txt')),
      ['b.txt', 'sorted.txt'],
    )
  },
)

test(
  'a link that a command leaves in the chat’s folder opens nothing outside [agent.command.confined]',
  needsSandbox,
  async (t) => {
    const agent = await start(t)
    const { text } = await run(
      agent,
      'ln -s ../../../.env chat/leak; ln -s /etc/passwd chat/users; mkfifo chat/pipe; echo ok',
    )
    assert.equal(text, 'Exit code 0.\nok')
    for (const path of ['chat/leak', 'chat/users', 'chat/pipe']) {
      const { text: read } = await agent.run(`/tool read_file ${JSON.stringify({ path })}`)
      assert.match(read, /leads out|There is no|not a regular file/)
    }
  },
)

test(
  'a command sees no secrets: no environment, hidden files, state, roster or other people’s files [agent.command.secrets]',
  needsSandbox,
  async (t) => {
    process.env.TEST_PASSWORD = 'hunter2'
    t.after(() => delete process.env.TEST_PASSWORD)
    const secret = 'SECRET=hunter2'
    const agent = await start(t, {
      files: {
        '.svc/secrets.json': secret,
        '.chats/other/files/x.txt': secret,
        'files/.hidden': secret,
        'files/deep/.git/config': secret,
        'files/deep/seen.txt': 'seen',
        'identity/access.csv': secret,
        'mcp.json': secret,
        'tools/x.ts': 'code',
      },
    })
    const { text } = await run(
      agent,
      'env; grep -rs hunter2 /hub /tmp /proc/[0-9]*/environ; ls -A /hub /hub/files/deep; cat files/deep/seen.txt tools/x.ts',
    )
    assert.doesNotMatch(text, /hunter2|identity|mcp\.json|\.chats|\.svc/)
    assert.match(text, /seencode/)
    const outside = await run(
      agent,
      `ls /root /home /var /run /etc/shadow /etc/passwd ${agent.folder}; ls -A /proc | grep -c "^[0-9]"`,
    )
    assert.equal(outside.text.match(/No such file/g)?.length, 7)
    assert.ok(Number(outside.text.trim().split('\n').at(-1)) < 10, 'only its own processes')
  },
)

test(
  'the data folder and shared secrets are hidden wherever they lie in the Hub [agent.command.secrets]',
  needsSandbox,
  async (t) => {
    const secretPaths: string[] = []
    const agent = await start(t, {
      files: { 'data/state/store.db': 'hunter2', 'data/seen.txt': 'seen', 'data/keys.json': 'hunter2' },
      secretPaths,
    })
    secretPaths.push(join(agent.folder, 'data/state'), join(agent.folder, 'data/keys.json'))
    const { text } = await run(agent, 'cat data/seen.txt; ls data/state; cat data/keys.json 2>&1; true')
    assert.match(text, /^Exit code 0\.\nseen/)
    assert.doesNotMatch(text, /hunter2|store\.db/)
  },
)

test(
  'a command has no network, not even to this computer [agent.command.network]',
  needsSandbox,
  async (t) => {
    const server = createServer(() => assert.fail('reached')).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const agent = await start(t)
    const { text } = await run(
      agent,
      `bash -c 'echo hi > /dev/tcp/127.0.0.1/${port}' && echo reached; grep -c : /proc/net/dev`,
    )
    assert.doesNotMatch(text, /^reached/m)
    assert.match(text, /refused|unreachable/i)
    assert.match(text, /^1$/m, 'only the loopback of its own')
  },
)

test(
  'a command changes nothing but the chat’s files unless the turn may [agent.command.write]',
  needsSandbox,
  async (t) => {
    const agent = await start(t, { files: { 'files/reports/r.txt': 'old', 'tools/x.ts': 'code' } })
    const attempts =
      'for f in files/a.txt files/new files/reports/r.txt tools/x.ts agent.md /hub/new /new /usr/new; do echo x > $f && echo "wrote $f"; done 2>/dev/null; echo end'
    assert.equal((await run(agent, attempts)).text, 'Exit code 0.\nend')
    assert.equal(
      (await run(agent, attempts, { write: ['files/reports/**', 'files/none/**', '*.ts', 'files/../**'] }))
        .text,
      'Exit code 0.\nwrote files/reports/r.txt\nend',
    )
    assert.equal(await readFile(join(agent.folder, 'files/reports/r.txt'), 'utf8'), 'x\n')
    assert.equal(
      (await run(agent, attempts, { write: true })).text,
      'Exit code 0.\nwrote files/a.txt\nwrote files/new\nwrote files/reports/r.txt\nend',
    )
    assert.equal(await readFile(join(agent.folder, 'tools/x.ts'), 'utf8'), 'code')
  },
)

test('a folder that is a link is never made writable [agent.command.write]', needsSandbox, async (t) => {
  const agent = await start(t, { files: { 'tools/x.ts': 'code' } })
  await symlink('../tools', join(agent.folder, 'files/reports'))
  const { text } = await run(agent, 'echo x > files/reports/x.ts && echo wrote', {
    write: ['files/reports/**'],
  })
  assert.doesNotMatch(text, /wrote/)
  assert.equal(await readFile(join(agent.folder, 'tools/x.ts'), 'utf8'), 'code')
})

test(
  'nothing is left of a command: not in /tmp, no process in the background [agent.command.gone]',
  needsSandbox,
  async (t) => {
    const agent = await start(t)
    const mark = `86${process.pid}1`
    const { text } = await run(
      agent,
      `echo x > /tmp/x; sleep ${mark} & setsid nohup sleep ${mark} >/dev/null 2>&1 & echo done`,
    )
    assert.equal(text, 'Exit code 0.\ndone')
    assert.equal((await run(agent, 'ls -A /tmp')).text, 'Exit code 0.\n(no output)')
    await until(async () => (await processesWith(mark)) === 0)
  },
)

test(
  'a command is stopped with all its processes when its time is up, and its output is kept [agent.command.time]',
  needsSandbox,
  async (t) => {
    const clock = manualClock()
    const agent = await start(t, { clock })
    const mark = `86${process.pid}2`
    const running = run(
      agent,
      `echo begun; touch chat/begun; sleep ${mark} & setsid sleep ${mark} & sleep ${mark}`,
      { seconds: 30 },
    )
    await until(() => exists(join(agent.chatFolder, 'begun')))
    await until(async () => (await processesWith(mark)) > 0)
    clock.advance(29_999)
    assert.ok((await processesWith(mark)) > 0)
    clock.advance(1)
    assert.match((await running).text, /^Stopped after 30 s\.\nbegun\n/)
    await until(async () => (await processesWith(mark)) === 0)
  },
)

for (const isSandboxed of [true, false])
  test(
    `stopping the answer kills a command and its children, ${isSandboxed ? 'in' : 'without'} a sandbox [agent.command.cancel]`,
    isSandboxed ? needsSandbox : {},
    async (t) => {
      const agent = await start(t, { isSandboxed })
      const stop = new AbortController()
      const mark = `86${process.pid}${isSandboxed ? 3 : 4}`
      const running = run(
        agent,
        `trap "" TERM INT; sleep ${mark} & (trap "" TERM; sleep ${mark}) & sleep ${mark}`,
        { signal: stop.signal },
      )
      await until(async () => (await processesWith(mark)) > 0)
      stop.abort()
      assert.equal((await running).finish?.reason, 'aborted')
      await until(async () => (await processesWith(mark)) === 0)
    },
  )

test('endless output keeps its beginning and end only [agent.command.bounded]', needsSandbox, async (t) => {
  const agent = await start(t)
  const { text } = await run(agent, 'echo first; yes | head -c 5000000; echo last')
  assert.ok(text.length < 64 * 1024)
  assert.match(text, /^Exit code 0\.\nfirst\ny\n/)
  assert.match(text, /… 49\d{5} bytes left out …/)
  assert.match(text, /y\nlast$/)
})

test(
  'a process may take bounded memory and write bounded files [agent.command.bounded]',
  needsSandbox,
  async (t) => {
    const agent = await start(t)
    const { text } = await run(agent, 'ulimit -c; ulimit -f; ulimit -d; grep processes /proc/self/limits')
    assert.match(text, /^Exit code 0\.\n0\n2097152\n2097152\nMax processes +512 +512 /)
  },
)

const MiB = 1024 * 1024
const TIGHT: CommandLimits = {
  processes: 32,
  processMemory: 96 * MiB,
  memory: 128 * MiB,
  fileSize: 8 * MiB,
  cpuSeconds: 2,
  freeDisk: 512 * MiB,
}
/** With `exec`, the shell needs no new process: a fork would fail, because the bomb uses all processes. */
const BOMB = 'bomb() { bomb | bomb & }; bomb; exec sleep 600'

test(
  'a fork bomb gets no more processes than it may, and other work goes on [agent.command.bounded]',
  { ...needsSandbox, timeout: 60_000 },
  async (t) => {
    const agent = await start(t, { limits: TIGHT })
    const stop = new AbortController()
    const bombed = run(agent, BOMB, { signal: stop.signal })
    const counts: number[] = []
    for (let look = 0; look < 20; look++) {
      const begun = Date.now()
      const { text } = await agent.run('/tool read_file {"path":"files/a.txt"}')
      assert.match(text, /alpha/)
      assert.ok(Date.now() - begun < 5000)
      counts.push(await processesIn(BOMB))
      await setTimeout(20)
    }
    assert.ok(Math.max(...counts) <= TIGHT.processes, `${Math.max(...counts)} processes`)
    stop.abort()
    assert.equal((await bombed).finish?.reason, 'aborted')
    await until(async () => (await processesIn(BOMB)) === 0)
    assert.equal((await run(agent, 'echo fine')).text, 'Exit code 0.\nfine')
  },
)

test(
  'ten gigabytes of memory are not to be had, in one process or in many [agent.command.bounded]',
  { ...needsSandbox, timeout: 60_000 },
  async (t) => {
    const agent = await start(t, { limits: TIGHT })
    const one = await run(agent, 'head -c 10G /dev/zero | tail -c 9G | wc -c')
    assert.doesNotMatch(one.text, /^96\d{8}$/m)
    const many = await run(
      agent,
      'for i in 1 2 3 4; do head -c 64M /dev/zero | tail -c 60M | (sleep 2; wc -c) & done; wait; ls /dev/shm',
    )
    const whole = many.text.match(/^62914560$/gm)?.length ?? 0
    const { unbounded } = await checkSandbox(bubblewrap!, TIGHT)
    if (unbounded.length === 0) assert.ok(whole <= 2, `${whole} got all they wanted`)
    const shared = await run(agent, 'head -c 200M /dev/zero > /dev/shm/a; wc -c < /dev/shm/a')
    assert.ok(Number(/(\d+)$/.exec(shared.text)?.[1]) <= TIGHT.fileSize)
    assert.equal((await run(agent, 'echo fine')).text, 'Exit code 0.\nfine')
  },
)

test(
  'a command that fills the disk is stopped while some is free [agent.command.bounded]',
  {
    timeout: 60_000,
    skip: needsSandbox.skip || (process.getuid?.() !== 0 && 'only root can make a small disk to fill'),
  },
  async (t) => {
    const agent = await start(t, { limits: TIGHT })
    await mkdir(agent.chatFolder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'small', agent.chatFolder])
    using _ = { [Symbol.dispose]: () => execFileSync('umount', ['-l', agent.chatFolder]) }
    const { text } = await run(
      agent,
      'for i in $(seq 100); do head -c 1000000 /dev/zero > chat/$i; sleep 0.03; done; echo all',
    )
    assert.match(text, /^Stopped: it was filling the disk\./)
    const { bavail, bsize } = await statfs(agent.chatFolder)
    assert.ok(bavail * bsize > 8 * MiB)
  },
)

test(
  'processor time and the size of a file are bounded, however long a command may take [agent.command.bounded]',
  needsSandbox,
  async (t) => {
    const agent = await start(t, { limits: TIGHT })
    assert.match((await run(agent, 'while :; do :; done')).text, /^(Ended by SIGKILL|Exit code 137)/)
    await run(agent, 'head -c 20M /dev/zero > chat/large')
    assert.equal((await stat(join(agent.chatFolder, 'large'))).size, TIGHT.fileSize)
  },
)

test(
  'a command changes no kernel setting, for any user of the service [agent.command.kernel]',
  needsSandbox,
  async (t) => {
    const agent = await start(t)
    // Each attempt is harmless if it succeeds: it writes the present value.
    const same = 'cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern'
    const attempts = [
      `${same} && echo wrote`,
      'echo 0 > /proc/self/oom_score_adj && echo wrote',
      'test -w /proc/sysrq-trigger && echo wrote',
      'ls -d /proc/irq/* /proc/bus/* /sys 2>/dev/null && test -w /proc/irq && echo wrote',
      'echo x > /dev/x && echo wrote',
      'find /proc /sys /etc /usr /bin /lib -writable ! -type l 2>/dev/null | grep -vE "^/proc/([0-9]+|self|thread-self)(/|$)" | sed "s/^/wrote /"',
      `unshare -Ur sh -c "${same} && echo wrote"`,
      `unshare -Urpfm --mount-proc sh -c "${same} && echo wrote"`,
      `unshare -Urm sh -c "mount -o remount,rw,bind /proc && ${same} && echo wrote"`,
    ]
    const { text } = await run(agent, `${attempts.join('; ')}; echo end`)
    assert.match(text, /end$/)
    assert.doesNotMatch(text, /^wrote/m)
    assert.equal(
      (await run(agent, 'echo hi > /dev/null; echo x > /dev/shm/x; cat /dev/shm/x')).text,
      'Exit code 0.\nx',
    )
  },
)

test('a command that can’t be one is refused in one line [agent.command.input]', async (t) => {
  const agent = await start(t)
  for (const input of [
    {},
    { command: '' },
    { command: '  ' },
    { command: 5 },
    { command: 'x'.repeat(20_001) },
    { command: 'a', timeout_seconds: 0 },
    { command: 'a\0b' },
    [],
  ]) {
    const { tools, text } = await agent.run(`/tool run_command ${JSON.stringify(input)}`)
    assert.equal(tools[1]?.state, 'failed')
    assert.ok(!text.trim().includes('\n'), text)
  }
})

test('run_command is restricted: without a decision in favour nothing runs [agent.command.restricted]', async (t) => {
  const agent = await start(t, { mayUse: 'nobody' })
  const { state, text } = await run(agent, 'touch chat/ran')
  assert.equal(state, 'failed')
  assert.match(text, /granted “Run commands”/)
  assert.equal(await exists(join(agent.chatFolder, 'ran')), false)
})

test('without bubblewrap a command is refused, never run unprotected [agent.command.restricted]', async (t) => {
  const agent = await start(t)
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  t.after(() => (process.env.PATH = PATH))
  const { state, text } = await run(agent, 'touch chat/ran')
  assert.equal(state, 'failed')
  assert.match(text, /needs bubblewrap/)
})

test('if a limit does not work, commands are refused with its name, and never run without it [agent.command.restricted]', async (t) => {
  const { PATH } = process.env
  process.env.PATH = join(await folderWith(t, UNBOUNDED_BWRAP), 'bin')
  t.after(() => (process.env.PATH = PATH))
  await chmod(join(process.env.PATH, 'bwrap'), 0o755)
  const { state, text } = await run(await start(t), 'echo ran')
  assert.equal(state, 'failed')
  assert.match(
    text,
    /can’t run on this machine: the number of processes, the size of a file cannot be limited here/,
  )
})

test('unsandboxed commands run in the Hub’s folder without the service’s variables [agent.command.unsandboxed]', async (t) => {
  process.env.TEST_PASSWORD = 'hunter2'
  t.after(() => delete process.env.TEST_PASSWORD)
  const agent = await start(t, { isSandboxed: false })
  await mkdir(agent.chatFolder, { recursive: true })
  await writeFile(join(agent.chatFolder, 'c.txt'), 'chat')
  const { text } = await run(agent, 'cat files/a.txt $CHAT/c.txt; env')
  assert.match(text, /^Exit code 0\.\nalpha\nchat/)
  assert.doesNotMatch(text, /hunter2/)
})

test('also without a sandbox, no process of a command survives in its own session [agent.command.gone]', async (t) => {
  const agent = await start(t, { isSandboxed: false })
  const mark = `86${process.pid}5`
  const { text } = await run(agent, `(setsid nohup sleep ${mark} >/dev/null 2>&1 &); echo done`)
  assert.equal(text, 'Exit code 0.\ndone')
  assert.equal(await processesWith(mark), 0)
})

test('run_command is off unless SVC_RUN_COMMAND says otherwise, plainly [agent.command.off]', () => {
  const read = (value?: string) => readBuiltInToolConfig({ SVC_RUN_COMMAND: value }).command
  assert.equal(read(), null)
  assert.equal(read('false'), null)
  assert.deepEqual(read('true'), { isSandboxed: true })
  assert.deepEqual(read('unsandboxed'), { isSandboxed: false })
  assert.throws(() => read('unsandbox'), /SVC_RUN_COMMAND: expected true, false or unsandboxed/)
})

const processesWith = async (mark: string): Promise<number> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.startsWith('sleep') && line.includes(mark)).length
}

const processesIn = async (line: string): Promise<number> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((one) => one.includes(line)).length
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
