/** Measures one method with one number of boxes and prints the row as JSON: methods-cell.ts METHOD COUNT */

import { argv, stdout } from 'node:process';
import { measureMethod } from './methods.js';

const [, , name = '', count = ''] = argv;
stdout.write(JSON.stringify(measureMethod(name, Number(count))));
