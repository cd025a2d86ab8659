import { checkEveryScreen } from './every-screen.ts'

checkEveryScreen('id')
