import { locale } from '../../ui/language.ts'
import { spokenBlocks } from '../../ui/markdown/spoken.ts'

/** Browsers stop long utterances, so each block is a separate utterance. */
export const utterancesOf = (text: string): SpeechSynthesisUtterance[] =>
  spokenBlocks(text).map((block) => {
    const utterance = new SpeechSynthesisUtterance(block)
    utterance.lang = languageOf(block)
    return utterance
  })

function languageOf(text: string): string {
  const letters = [
    [/\p{Script=Arabic}/u, 'ar'],
    [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
    [/\p{Script=Hangul}/u, 'ko'],
    [/\p{Script=Han}/u, 'zh'],
    [/\p{Script=Cyrillic}/u, 'ru'],
    [/\p{Script=Greek}/u, 'el'],
    [/\p{Script=Hebrew}/u, 'he'],
  ] as const
  return letters.find(([script]) => script.test(text))?.[1] ?? locale()
}
