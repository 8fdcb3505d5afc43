import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnBudget, type TurnBudget } from './turn-budget.ts'

async function repeat(times: number, turns: TurnBudget, work: () => void): Promise<void> {
  for (let n = 0; n < times; n++) {
    if (turns.isSpent()) await turns.nextTurn()
    work()
  }
}

function testLoop() {
  const due: (() => void)[] = []
  const loop = { ms: 0, turns: 0 }
  const turn = () => {
    loop.turns++
    for (const then of due.splice(0)) then()
  }
  const time = {
    now: () => loop.ms,
    afterTurn(then: () => void) {
      if (due.length === 0) setImmediate(turn)
      due.push(then)
    },
  }
  return { loop, budget: createTurnBudget(time, 8) }
}

test('work of many steps waits for the next turn whenever its budget is spent', async () => {
  const { loop, budget } = testLoop()
  const turnOf: number[] = []
  await repeat(20, budget, () => {
    loop.ms += 2
    turnOf.push(loop.turns)
  })
  const perTurn = [...Map.groupBy(turnOf, (turn) => turn).values()].map(({ length }) => length)
  assert.deepEqual(perTurn, [4, 4, 4, 4, 4])
})

test('several tasks share the budget of a turn', async () => {
  const { loop, budget } = testLoop()
  const turnOf: number[] = []
  const task = () =>
    repeat(10, budget, () => {
      loop.ms += 2
      turnOf.push(loop.turns)
    })
  await Promise.all([task(), task(), task()])
  const perTurn = [...Map.groupBy(turnOf, (turn) => turn).values()].map(({ length }) => length)
  assert.ok(
    Math.max(...perTurn) <= 6,
    `at most the budget and a step of each further task: ${perTurn.join()}`,
  )
  assert.equal(turnOf.length, 30)
})

test('a short task waits for a portion of each long task, not for its end', async () => {
  const { loop, budget } = testLoop()
  const ends: string[] = []
  const task = async (name: string, steps: number) => {
    await repeat(steps, budget, () => (loop.ms += 2))
    ends.push(`${name} ${loop.ms}`)
  }
  await Promise.all([task('long', 500), task('longer', 600), task('short', 3)])
  const [first, ...others] = ends
  assert.match(first!, /^short/)
  assert.ok(Number(first!.split(' ')[1]) <= 60, first)
  assert.deepEqual(
    others.map((end) => end.split(' ')[0]),
    ['long', 'longer'],
  )
})
