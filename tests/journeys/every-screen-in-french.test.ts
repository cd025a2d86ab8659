import { checkEveryScreen } from './every-screen.ts'

checkEveryScreen('fr')
