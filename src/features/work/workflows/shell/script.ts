import { accepted, refused, type Result } from '#ground/base/result.ts'
import { evaluate, formatValue, type ExpressionScope } from '#features/work/runs/expression/evaluate.ts'
import type { Expression, Misread } from '#features/work/runs/expression/syntax.ts'
import { holesIn, parseTemplate } from '#features/work/runs/expression/template.ts'
import { createQuoting } from './quoting.ts'

/**
 * A shell script whose values are passed in variables, so that none of them is ever parsed as part of the
 * script.
 */
export interface ShellScript {
  /** With `"${SVC_VALUE_1}"` in the place of the first `${{ … }}`, and so on. */
  text: string
  values: readonly Expression[]
}

/** The whole script is one argument, whose size Linux limits; the same holds for each value. */
const MAX_SCRIPT_BYTES = 64 * 1024
const MAX_VALUE_BYTES = 120 * 1024

/**
 * Reads a script with `${{ … }}` in it. The context of an expression decides how its variable is written: a
 * value stays one word, with or without quotes around it.
 */
export function parseScript(source: string): Result<ShellScript, Misread> {
  if (Buffer.byteLength(source) > MAX_SCRIPT_BYTES)
    return refused({ message: 'is larger than 64 KiB: put it into a file of its own', at: 0 })
  const template = parseTemplate(source)
  if (!template.ok) return template
  const places = holesIn(source)
  const quoting = createQuoting()
  const values: Expression[] = []
  let text = ''
  for (const part of template.value) {
    if (typeof part === 'string') {
      quoting.read(part)
      text += part
      continue
    }
    values.push(part)
    const reference = quoting.refer(`SVC_VALUE_${values.length}`)
    if (!reference.ok) return refused({ message: reference.refusal, at: places[values.length - 1]! })
    text += reference.value
  }
  return accepted({ text, values })
}

/** The variables of a script's values. @throws Error with a sentence when a value is too long for one. */
export function valueVariables({ values }: ShellScript, scope: ExpressionScope): Record<string, string> {
  return Object.fromEntries(
    values.map((value, index) => {
      const text = formatValue(evaluate(value, scope)).replaceAll('\0', '')
      if (Buffer.byteLength(text) > MAX_VALUE_BYTES)
        throw new Error('A value in the script is larger than 120 KiB, more than a variable holds.')
      return [`SVC_VALUE_${index + 1}`, text]
    }),
  )
}
