import { holdEveryScreen } from './every-screen.ts'

holdEveryScreen('fr')
