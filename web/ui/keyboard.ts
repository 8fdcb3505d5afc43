/** Whether one writes with keys. On a touch screen Enter makes a line, as everywhere on phones. */
export const hasKeyboard = () =>
  matchMedia('(hover: hover) and (pointer: fine)').matches || !matchMedia('(pointer: coarse)').matches
