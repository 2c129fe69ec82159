/** The entry of the script with the model that the Models room opens with. */
import base64 from 'heedmap:small-model';

heedmap.smallModel = base64;
