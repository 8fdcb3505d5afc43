import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CHANNEL_NAMES } from '#ground/hub/channels.ts'
import { parseRoster } from './parse.ts'
import { comparable } from './row.ts'

const HEADER = 'surface,handle,email,name\n'

const rowsOf = (content: string) => {
  const parsed = parseRoster(content)
  assert.ok(parsed.ok, JSON.stringify(parsed))
  return parsed.value
}

const problemsOf = (content: string) => {
  const parsed = parseRoster(content)
  assert.ok(!parsed.ok)
  return parsed.refusal.map(({ line, message }) => `${line}: ${message}`)
}

test('a row contains a handle, its person and their name', () => {
  assert.deepEqual(rowsOf(`${HEADER}chata,+49 (151) 234-56,Ada@Example.com,Ada\n*,U1,b@example.com,\n`), [
    { surface: 'chata', handle: '+49 (151) 234-56', email: 'ada@example.com', name: 'Ada', line: 2 },
    { surface: '*', handle: 'U1', email: 'b@example.com', name: null, line: 3 },
  ])
})

test('columns may have any order, with BOM, CRLF, quotes, spaces and blank rows, and without names', () => {
  const content =
    '\ufeffEmail, handle ,SURFACE\r\n"a@example.com","1,2",chatb\r\n\r\n,,\r\n b@example.com , 3 , chatb'
  assert.deepEqual(
    rowsOf(content).map(({ email, handle, name, line }) => [email, handle, name, line]),
    [
      ['a@example.com', '1,2', null, 2],
      ['b@example.com', '3', null, 5],
    ],
  )
})

test('a header alone is an empty roster', () => assert.deepEqual(rowsOf(HEADER), []))

test('the same row twice is no contradiction', () => {
  assert.equal(rowsOf(`${HEADER}chata,+49 1,a@example.com,Ada\nchata,491,A@example.com,\n`).length, 2)
})

const WRONG: readonly [name: string, content: string, ...problems: string[]][] = [
  ['an empty file', ' \n', 'null: is empty: its first line must name its columns'],
  ['nothing but commas', ',\n', 'null: is empty: its first line must name its columns'],
  [
    'an unknown surface',
    `${HEADER}chat-a,1,a@example.com,\n`,
    `2: surface is neither * nor one of ${CHANNEL_NAMES.join(', ')}; did you mean chata?`,
  ],
  ['an empty handle', `${HEADER}chata, ,a@example.com,\n`, '2: handle is empty'],
  [
    'a user name',
    `${HEADER}chatb,@ada,a@example.com,\n`,
    '2: handle is a user name, which another person could take over: use the id or the number',
  ],
  [
    'a number that a spreadsheet has shortened',
    `${HEADER}chata,4.91512E+11,a@example.com,\n`,
    '2: handle is a number that a spreadsheet has shortened: format the column as text and enter the number again',
  ],
  [
    'a bad e-mail',
    `${HEADER}chata,1,ada,\nchata,2,*,\nchata,3,svc:x,\n`,
    '2: email is not an e-mail address',
    '3: email is not an e-mail address',
    '4: email is not an e-mail address',
  ],
  [
    'everything in one row',
    `${HEADER}x,,,\n`,
    `2: surface is neither * nor one of ${CHANNEL_NAMES.join(', ')}`,
    '2: handle is empty',
    '2: email is not an e-mail address',
  ],
  [
    'one handle of two people',
    `${HEADER}chata,+49 151,a@example.com,\nchatb,49151,c@example.com,\nchata,49151,b@example.com,\n`,
    '4: line 2 assigns the same handle to another account',
  ],
  [
    'one handle of two people by *',
    `${HEADER}chata,1,a@example.com,\n*,1,b@example.com,\n`,
    '3: line 2 assigns the same handle to another account',
  ],
  ['a row that is too short', `${HEADER}chata,1\n`, '2: has 2 values, but the first line names 4 columns'],
  [
    'a row that is too long',
    `${HEADER}chata,1,a@example.com,Ada,x\n`,
    '2: has 5 values, but the first line names 4 columns',
  ],
  [
    'a quotation mark that is never closed',
    `${HEADER}chata,"1,a@example.com,\nchata,2,b@example.com,\n`,
    '3: a quotation mark is not closed',
  ],
  [
    'a quotation mark within a value',
    `${HEADER}chata,1,a@example.com,Ada "Countess" L\n`,
    '2: put a value with a quotation mark in quotation marks, and write the inner mark twice',
  ],
  [
    'text behind a closing quotation mark',
    `${HEADER}chata,"1"2,a@example.com,\n`,
    '2: a comma must follow a closing quotation mark; write a quotation mark within a value twice',
  ],
  [
    'semicolons',
    'surface;handle;email;name\nchata;1;a@example.com;\n',
    '1: the first line lacks surface, handle, email: it must name the columns surface,handle,email,name, with commas',
  ],
  [
    'no header',
    'chata,1,a@example.com,Ada\n',
    '1: the first line lacks surface, handle, email: it must name the columns surface,handle,email,name, with commas',
  ],
  [
    'an unknown column',
    'surface,handle,email,nmae\n',
    '1: column 4 is not one of surface, handle, email, name; did you mean name?',
  ],
  ['a column that is there twice', 'surface,handle,email,email\n', '1: the first line names a column twice'],
]

for (const [name, content, ...problems] of WRONG)
  test(`a roster with ${name} is refused as a whole, by line`, () =>
    assert.deepEqual(problemsOf(content), problems))

test('numbers are compared by their digits, ids as they are', () => {
  for (const number of ['+49 151 23', '(+49) 151-23', '4915123', '49-15-123'])
    assert.equal(comparable(number), '4915123', number)
  for (const id of ['-100123', 'U0G9QF9C6', 'US.13491208655302741918', 'a1', ''])
    assert.equal(comparable(id), id)
})

test('no text makes the parser throw, and the people of the result are distinct', () => {
  const line = fc.tuple(
    fc.constantFrom('chata', '*', 'x', ''),
    fc.constantFrom('1', '+1', 'U1', '"', '"a"', ' '),
    fc.constantFrom('a@example.com', 'b@example.com', 'x'),
  )
  const content = fc.oneof(
    fc.string(),
    fc
      .array(line)
      .map((lines) => `surface,handle,email\n${lines.map((cells) => cells.join(',')).join('\n')}`),
  )
  fc.assert(
    fc.property(content, (text) => {
      const parsed = parseRoster(text)
      if (!parsed.ok) return assert.ok(parsed.refusal.length > 0)
      const emails = Map.groupBy(parsed.value, ({ handle }) => comparable(handle))
      for (const rows of emails.values())
        assert.ok(rows.every((row) => row.surface !== '*' || row.email === rows[0]!.email))
    }),
  )
})
