import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../../testing/document.ts'
import { parseCsv } from './csv.ts'

const { show } = await openDocument()
const { CsvTable } = await import('./csv-table.tsx')

const BEDS = `bed;plant;harvest kg
1;Tomato;12,5
2;"Peas; early";9,25
10;Lavender;100
3;Rhubarb;
`
const tableOf = (text: string) => parseCsv(text, { isCut: false })

test('a table is sorted by number or by word, and back again [web-artifacts.table]', async () => {
  const { user, getByRole, container } = show(<CsvTable table={tableOf(BEDS)} />)
  const plants = () =>
    [...container.querySelectorAll('tbody td:nth-child(3)')].map(({ textContent }) => textContent)
  const sort = async (column: string) => {
    await user.click(getByRole('button', { name: column }))
    return getByRole('columnheader', { name: column }).getAttribute('aria-sort')
  }
  const inFile = ['Tomato', 'Peas; early', 'Lavender', 'Rhubarb']
  assert.deepEqual(plants(), inFile)
  assert.equal(await sort('harvest kg'), 'ascending')
  assert.deepEqual(plants(), ['Peas; early', 'Tomato', 'Lavender', 'Rhubarb'])
  assert.equal(await sort('harvest kg'), 'descending')
  assert.deepEqual(plants(), ['Lavender', 'Tomato', 'Peas; early', 'Rhubarb'])
  assert.equal(await sort('harvest kg'), null)
  assert.deepEqual(plants(), inFile)
  await sort('plant')
  assert.deepEqual(plants(), ['Lavender', 'Peas; early', 'Rhubarb', 'Tomato'])
})

test('a table with many columns shows the first of them, and says so [web-artifacts.table]', () => {
  const names = Array.from({ length: 250 }, (_, n) => `c${n}`)
  const { getAllByRole, getByText } = show(<CsvTable table={tableOf(`${names.join(',')}\n`)} />)
  assert.equal(getAllByRole('columnheader').length, 201, 'with the numbers of the rows')
  getByText(/200 of 250 columns/)
})

test('a table of a file that was not read whole says that its order is not the file’s [web-artifacts.table]', async () => {
  const { user, getByRole, getByText, queryByText } = show(<CsvTable table={tableOf(BEDS)} isCut />)
  assert.equal(queryByText(/only the loaded rows/), null)
  await user.click(getByRole('button', { name: 'plant' }))
  getByText(/only the loaded rows are sorted/)
})
