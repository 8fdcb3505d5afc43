/** Whether one writes with keys. On a touch screen Enter makes a line, as everywhere on phones. */
export const hasKeyboard = () =>
  matchMedia('(hover: hover) and (pointer: fine)').matches || !matchMedia('(pointer: coarse)').matches

/**
 * Whether a key belongs to an input method, such as the Enter that takes a word of Japanese. Safari ends the composition before
 * it reports that key; only its key code, 229, shows it.
 */
export function isComposing(event: KeyEvent | { nativeEvent: KeyEvent }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  return key.isComposing || key.keyCode === 229
}

type KeyEvent = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>
