import type { Language } from '#ground/turn/language/language.ts'
import { titleIn } from '#ground/turn/language/sentences.ts'
import type { TitleName } from '#ground/turn/language/shapes.ts'
import type { ToolState } from '../tool.ts'

export const titles =
  <Input>(title: TitleName, subject?: (input: Input) => string) =>
  (input: Input, state: ToolState, language: Language): string =>
    titleIn(language, title, state, subject?.(input))

export const lastName = (path: string): string => path.split('/').findLast(Boolean) ?? path
