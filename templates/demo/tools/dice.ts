import { randomInt } from 'node:crypto'
import { defineTool, z } from 'hub-service'

/** A tool is a file in this folder. Edit it while the Hub runs: the next message uses the new version. */
export const rollDice = defineTool({
  name: 'roll_dice',
  description: 'Roll dice and get each result. Use it whenever something is left to chance.',
  input: z.object({
    count: z.int().min(1).max(100).default(1).describe('How many dice'),
    sides: z.int().min(2).max(1000).default(6).describe('Sides of each'),
  }),
  readOnly: true,
  run({ count, sides }) {
    const rolls = Array.from({ length: count }, () => randomInt(1, sides + 1))
    return `${rolls.join(', ')} (sum ${rolls.reduce((sum, roll) => sum + roll, 0)})`
  },
})
