/** True for people with a keyboard. On a touch screen, Enter inserts a line break. */
export const hasKeyboard = () =>
  matchMedia('(hover: hover) and (pointer: fine)').matches || !matchMedia('(pointer: coarse)').matches

/** Safari ends the composition before it reports this key, which has key code 229. */
export function isComposing(event: KeyEvent | { nativeEvent: KeyEvent }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  return key.isComposing || key.keyCode === 229
}

type KeyEvent = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>
