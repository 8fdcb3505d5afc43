import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsLacking, usualLimits } from './limits.ts'

const seen = (
  processes: string,
  data: string,
) => `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              60                   60                   seconds
Max file size             1073741824           1073741824           bytes
Max data size             ${data.padEnd(20)} unlimited            bytes
Max processes             ${processes.padEnd(20)} 96365                processes
`
const limits = { ...usualLimits(60), cpuSeconds: 60 }

test('a limit holds when a process sees it or a lower one', () => {
  assert.deepEqual(limitsLacking(seen('512', '2147483648'), limits), [])
  assert.deepEqual(limitsLacking(seen('20', '4096'), limits), [])
})

test('a limit that is higher, unlimited or not told of is named', () => {
  assert.deepEqual(limitsLacking(seen('96365', 'unlimited'), limits), [
    'the number of processes',
    'the memory of a process',
  ])
  assert.equal(limitsLacking('', limits).length, 4)
})
