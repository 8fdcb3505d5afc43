import { accepted, refused, type Result } from '#ground/base/result.ts'
import { evaluate, formatValue, type ExpressionScope } from '#features/work/runs/expression/evaluate.ts'
import type { Expression, Misread } from '#features/work/runs/expression/syntax.ts'
import { holesIn, parseTemplate } from '#features/work/runs/expression/template.ts'
import { createQuoting } from './quoting.ts'

/** A shell script that receives its values in variables, so that the shell never parses a value as code. */
export interface ShellScript {
  /** `"${SVC_VALUE_1}"` replaces the first `${{ … }}`, and so on. */
  text: string
  values: readonly Expression[]
}

/**
 * Linux limits the size of an argument and of a variable. The script is one argument, and each value is one variable.
 */
const MAX_SCRIPT_BYTES = 64 * 1024
const MAX_VALUE_BYTES = 120 * 1024

/**
 * The shell code around a `${{ … }}`, for example double quotes, decides how its variable is written, so that the
 * value stays one word.
 */
export function parseScript(source: string): Result<ShellScript, Misread> {
  if (Buffer.byteLength(source) > MAX_SCRIPT_BYTES)
    return refused({ message: 'is larger than 64 KiB: move the script into a file', at: 0 })
  const template = parseTemplate(source)
  if (!template.ok) return template
  const holes = holesIn(source)
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
    if (!reference.ok) return refused({ message: reference.refusal, at: holes[values.length - 1]! })
    text += reference.value
  }
  return accepted({ text, values })
}

/** @throws Error with a sentence for a person if a value is too long for a variable. */
export function valueVariables({ values }: ShellScript, scope: ExpressionScope): Record<string, string> {
  return Object.fromEntries(
    values.map((value, index) => {
      const text = formatValue(evaluate(value, scope)).replaceAll('\0', '')
      if (Buffer.byteLength(text) > MAX_VALUE_BYTES)
        throw new Error('A value in the script is larger than 120 KiB, the maximum for a variable.')
      return [`SVC_VALUE_${index + 1}`, text]
    }),
  )
}
