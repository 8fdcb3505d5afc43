import { eachElement, type XmlElement } from '#ground/base/xml.ts'
import { formulaText, mathHtml } from './formula.ts'

const MARK = '\uFDD2'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')
const UNREADABLE_FORMULA = '[a formula that cannot be read]'

/**
 * mammoth drops formulas, ruby text, simple fields and drop-down fields.
 * @param formulas Receives the formulas. The text contains only their indexes.
 */
export async function readableXml(xml: string, formulas: string[]): Promise<string> {
  const plain = xml
    .replace(OLD_FORMULA, run(UNREADABLE_FORMULA))
    .replace(FORMULA_PARAGRAPH, '')
    .replace(/<\/?(?:\w+:)?fldSimple\b[^>]*>/g, '')
    .replace(PRONUNCIATION, '')
    .replace(DROP_DOWN, (field: string) => field + run(chosenEntry(field)))
  const pieces = plain.split(FORMULA)
  const rewritten = await Promise.all(
    pieces.map(async (piece, n) => {
      if (n % 2 === 0) return piece
      const text = formulaText(await elementOf(piece))
      return text === '' ? '' : run(`${MARK}${formulas.push(text) - 1}${MARK}`)
    }),
  )
  return rewritten.join('')
}

const OLD_FORMULA =
  /<(\w+:)?object\b(?:(?!<\/(?:\w+:)?object>)[^])*?\sProgID="Equation[^]*?<\/(?:\w+:)?object>/g
const FORMULA_PARAGRAPH =
  /<(?:\w+:)?oMathParaPr\b[^>]*?(?:\/>|>[^]*?<\/(?:\w+:)?oMathParaPr>)|<\/?(?:\w+:)?oMathPara\b[^>]*>/g
const FORMULA = /(<(?:\w+:)?oMath\b[^>]*?(?:\/>|>[^]*?<\/(?:\w+:)?oMath>))/
const PRONUNCIATION = /<(?:\w+:)?rt\b[^>]*?(?:\/>|>[^]*?<\/(?:\w+:)?rt>)|<\/?(?:\w+:)?ruby(?:Base)?\b[^>]*>/g
const DROP_DOWN = /<(?:\w+:)?ddList\b[^>]*>[^]*?<\/(?:\w+:)?ddList>[^]*?<\/(?:\w+:)?r>/g

function chosenEntry(field: string): string {
  const entries = Array.from(field.matchAll(/listEntry\s[^>]*?val="([^"]*)"/g), ([, entry]) => entry!)
  const [, chosen = '0'] = /<(?:\w+:)?(?:result|default)\s[^>]*?val="(\d+)"/.exec(field) ?? []
  return entries[Number(chosen)] ?? ''
}

const run = (xml: string): string =>
  `<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:t xml:space="preserve">${xml}</w:t></w:r>`

async function elementOf(xml: string): Promise<XmlElement> {
  const found: XmlElement[] = []
  await eachElement(onePiece(xml), new Set(['oMath']), (element) => void found.push(element))
  return found[0]!
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

export const formulasShown = (html: string, formulas: readonly string[]): string =>
  html.replace(MARKED, (_, number: string) => mathHtml(formulas[Number(number)] ?? ''))
