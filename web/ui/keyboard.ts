export const hasKeyboard = () =>
  matchMedia('(hover: hover) and (pointer: fine)').matches || !matchMedia('(pointer: coarse)').matches

/** Safari reports the key that ends a composition with `isComposing` false and key code 229. */
export function isComposing(event: KeyEvent | { nativeEvent: KeyEvent }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  return key.isComposing || key.keyCode === 229
}

type KeyEvent = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>
