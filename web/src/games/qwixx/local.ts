/** What is loaded where the game is played without a server. */
import { bots } from './bots'
import * as rules from './rules'

export { bots, rules }
