import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfItems, type PdfTextItem } from './pdf-text.ts'

const item = (
  str: string,
  x: number,
  y: number,
  height = 12,
  more: Partial<PdfTextItem> = {},
): PdfTextItem => ({
  str,
  transform: [height, 0, 0, height, x, y],
  width: (str.length * height) / 2,
  height,
  hasEOL: false,
  ...more,
})

test('items without a blank between them are separated by their positions', () => {
  for (const [items, text] of [
    [[item('Name', 50, 700), item('Ada', 50, 680)], 'Name\nAda'],
    [[item('Name', 50, 700), item('Ada', 200, 680)], 'Name\nAda'],
    [[item('Name', 50, 700), item('Ada', 200, 700)], 'Name Ada'],
    [[item('Name', 50, 700), item('Ada', 200, 698, 10)], 'Name Ada'],
    [[item('Ada', 200, 700), item('Name', 50, 700)], 'Ada Name'],
    [[item('12', 50, 700), item('34', 50, 690)], '12\n34'],
    [[item('12', 50, 700), item('34', 62, 680)], '12\n34'],
    [[item('up', 50, 700), item('side', 50, 700, 12, { transform: [0, 12, -12, 0, 50, 700] })], 'up\nside'],
  ] as const)
    assert.equal(textOfItems(items), text)
})

test('items of a turned line are separated along that line', () => {
  const turned = (str: string, x: number, y: number) =>
    item(str, x, y, 12, { transform: [0, 12, -12, 0, x, y] })
  assert.equal(textOfItems([turned('ab', 50, 100), turned('cd', 50, 112)]), 'abcd')
  assert.equal(textOfItems([turned('ab', 50, 100), turned('cd', 50, 200)]), 'ab cd')
  assert.equal(textOfItems([turned('ab', 50, 100), turned('cd', 70, 100)]), 'ab\ncd')
})

test('adjacent items, superscripts, accents, and the blanks and lines of PDF.js stay unchanged', () => {
  const blank = item(' ', 74, 700, 12, { height: 0, width: 118 })
  for (const [items, text] of [
    [[item('bo', 50, 700), item('ld', 62.5, 700)], 'bold'],
    [[item('x', 50, 700), item('2', 56, 705, 7), item('+', 59.5, 700)], 'x2+'],
    [[item('´', 50, 700), item('e', 50, 700)], '´e'],
    [[item('Name', 50, 700), blank, item('12', 192, 707, 8)], 'Name 12'],
    [[item('Name', 50, 700), blank, item('Ada', 192, 600)], 'Name \nAda'],
    [[item('Name ', 50, 700), item('Ada', 200, 700)], 'Name Ada'],
    [[item('Name', 50, 700, 12, { hasEOL: true }), item('Ada', 50, 680)], 'Name\nAda'],
    [[item('Name', 50, 700), item('', 0, 0, 0, { hasEOL: true }), item('Ada', 50, 680)], 'Name\nAda'],
    [[item('אב', 50, 700), item('גד', 38, 700)], 'אבגד'],
    [[item('אב', 50, 700), item('גד', 34, 700)], 'אב גד'],
    [[item('a', 50, 700), { type: 'beginMarkedContent' }, item('b', 56, 700)], 'ab'],
  ] as const)
    assert.equal(textOfItems(items), text)
})
