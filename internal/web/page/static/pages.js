Object.assign(window.htmx.config,{allowEval:!1,allowScriptTags:!1,includeIndicatorStyles:!1,selfRequestsOnly:!0,historyCacheSize:0,refreshOnHistoryMiss:!0,scrollIntoViewOnBoost:!1,
defaultSettleDelay:0,attributesToSettle:["class","width","height"],defaultSwapStyle:"outerHTML",timeout:3e4,responseHandling:[{code:"204",swap:!1},{code:"[23]..",
swap:!0},{code:"422",swap:!0,error:!1},{code:"...",swap:!1,error:!0}]});window.htmx.defineExtension("whole",{handleSwap(e,t,n,o){if(e!=="whole")return!1;let r=[
...n.children];return t.replaceWith(...r),o.elts=[...o.elts.filter(a=>a!==t),...r],o.tasks.push(()=>{for(let a of r)window.htmx.process(a)}),!0}});var Ke=document.body.dataset,Xr=document.documentElement.lang,Oi=e=>{try{return new Intl.DateTimeFormat(Xr,{timeZone:e}),e}catch{return}},Mi=Oi(Ke.zone||void 0),
ae=(e,t=Xr)=>new Intl.DateTimeFormat(t,{timeZone:Mi,...e}),Ri=ae({hour:"numeric",minute:"2-digit"},navigator.language),Pi=ae({weekday:"long"}),Fi=ae({weekday:"s\
hort"}),Hi=ae({month:"long"}),zr=ae({month:"short"}),Ki=ae({day:"numeric"},"en"),Ui=ae({year:"numeric"},"en"),_r=e=>Ki.format(e),qe=e=>Ui.format(e),jr=e=>Ri.format(
e);function Ue(e){let t=`${Pi.format(e)} ${_r(e)} ${Hi.format(e)}`;return qe(e)===qe(new Date)?t:`${t} ${qe(e)}`}function Vi(e){let t=(Date.now()-e)/1e3;return t<
60?Ke.tNow:t<3600?Ke.tMinutes.replace("%",Math.floor(t/60)):t<86400?Ke.tHours.replace("%",Math.floor(t/3600)):t<6*86400?Fi.format(e):qe(e)===qe(new Date)?`${_r(
e)} ${zr.format(e)}`:`${zr.format(e)} ${qe(e)}`}function w(e=document){for(let t of e.querySelectorAll("time[data-f]")){let n=new Date(t.dateTime),o=Ke.tExact.replace(
"%d",Ue(n)).replace("%t",jr(n)),r={hour:jr(n),exact:o}[t.dataset.f]??Vi(n);t.textContent!==r&&(t.textContent=r),t.title!==o&&(t.title=o)}}var Jr=Intl.DateTimeFormat().
resolvedOptions().timeZone;Jr&&(document.cookie=`svcx_zone=${Jr}; path=/app; max-age=31536000; samesite=lax`);setInterval(w,3e4);function Bn(e,t){let n=e.querySelector(".prev");if(n.dataset.plain??=n.textContent,t(n.dataset),n.dataset.found!==void 0)return;let{mention:o,draft:r,plain:a}=n.
dataset,s=o||r||a;n.textContent!==s&&(n.textContent=s)}var Gr=()=>document.querySelector('#list[data-view="mentions"]');function Yr(e,t,n){let o=(e.dataset.mentionLines??
"").split(`
`).find(r=>r.startsWith(`${t} `))?.slice(t.length+1);Bn(e,r=>{r.mention=o??(Gr()&&n?.querySelector(".prev").dataset.mention)??"",r.draft=n?.querySelector(".prev").
dataset.draft??""})}function Dn(e){Gr()||Bn(e,t=>{t.mention=""})}function Zr(e,t){Bn(e,n=>{n.draft=t===void 0?n.draft??"":t.trim().slice(0,200).replace(/\s+/g,"\
 ")})}function Qr(e,t){let n=t.querySelector(".prev[data-found]");n&&(e.href=t.href,e.querySelector(".prev").replaceWith(n))}var ea=document.body.dataset,Ve=`svcx:unsent:${ea.base}:${ea.me}:`,Ct=new Map;function L(e,t){try{return JSON.parse(localStorage.getItem(`${Ve}${e}:${t}`))}catch{
return Ct.get(`${Ve}${e}:${t}`)??null}}function X(e,t,n){let o=`${Ve}${e}:${t}`;try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
n?Ct.set(o,n):Ct.delete(o)}}function $n(e){if(!e?.startsWith(Ve))return;let[t,n]=e.slice(Ve.length).split(":");return{id:t,kind:n}}function At(){let e=[...Ct.keys()];
try{e=Object.keys(localStorage)}catch{}return e.map($n).filter(Boolean)}var V=document.body.dataset,_=(e,t)=>`svcx:draft:${V.base}:${V.me}:${e}:${t}`,Nn=["reply","note"],Rn=new Map;function K(e,t){let n=_(e,t);try{return JSON.parse(
localStorage.getItem(n))}catch{return Rn.get(n)??null}}function U(e,t,n){let o=_(e,t);try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
Rn.set(o,n)}D(e)}var On=(e,t)=>e.text===t.text&&e.format===t.format,se=()=>document.getElementById("open")?.dataset.conversationId??"",Wi=(e,t)=>e===se()?document.
querySelector(`form[data-write="${t}"]`):null,ta=e=>({text:e.elements.content.value,format:e.elements.format.value});function W(e){let t=se(),n=e.dataset.write,
o=K(t,n),r=ta(e);r.text.trim()||(r.text=""),!(!o&&!r.text)&&(U(t,n,{...r,on:o?.on??Number(e.dataset.on),at:Date.now(),saved:!1}),$t(""),ke(t,n,2e3))}var na=`svc\
x:sent:${V.base}:${V.me}`,oa=performance.timeOrigin;document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(oa=Date.now())});function zi(e,t){
try{let n=JSON.parse(localStorage.getItem(na));return n?.what===`${e}:${t}`&&n.at>oa}catch{return!1}}function Dt(e,t){try{localStorage.setItem(na,JSON.stringify(
{what:`${e}:${t}`,at:Date.now()}))}catch{}clearTimeout(ie.get(_(e,t))),ie.delete(_(e,t)),U(e,t,null),$t("")}function $t(e){let t=document.querySelector("[data-d\
raft-state]");t&&(t.textContent=e)}var ie=new Map,Tn=new Set;function ke(e,t,n){let o=_(e,t);clearTimeout(ie.get(o)),ie.set(o,setTimeout(aa,n,e,t))}async function ra(e,t,n,o){
let r=new URLSearchParams({kind:t,content:n.text,format:n.format,on:n.on}),a=await fetch(`${V.base}/inbox/${e}/draft`,{method:"POST",body:r,headers:{"HX-Request":"\
true"},keepalive:o}),s=document.createElement("template");a.ok&&(s.innerHTML=await a.text());let{text:i,format:c,on:d,other:u}=s.content.firstElementChild?.dataset??
{};return{status:a.status,other:u!==void 0,draft:{text:i,format:c,on:Number(d)}}}async function aa(e,t,n=!1){let o=_(e,t);clearTimeout(ie.get(o)),ie.delete(o);let r=K(
e,t);if(!(!r||r.saved)){if(Tn.has(o)&&!n){ke(e,t,1e3);return}Tn.add(o);try{let a=await ra(e,t,r,n);if(a.status===200)ji(e,t,r,a);else if(a.status===429||a.status>=
500)throw new Error(a.status)}catch{e===se()&&$t(document.getElementById("composer")?.dataset.tKept??""),ke(e,t,5e3)}finally{Tn.delete(o)}}}function ji(e,t,n,o){
We.delete(e);let r=K(e,t);if(!r){o.draft.on&&!o.other&&ra(e,t,{text:"",format:"",on:o.draft.on}).catch(()=>{});return}if(o.other){U(e,t,{...r,on:o.draft.on});let a=Wi(
e,t);a&&Mn(a,o.draft,"aside"),ke(e,t,0);return}if(!On(r,n)){U(e,t,{...r,on:o.draft.on}),ie.has(_(e,t))||ke(e,t,2e3);return}U(e,t,r.text?{...r,on:o.draft.on,saved:!0}:
null),r.text&&e===se()&&$t(document.getElementById("composer")?.dataset.tSaved??"")}function Pn(e){let t=`svcx:draft:${V.base}:${V.me}:`,n=[...Rn.keys()];try{n=
Object.keys(localStorage)}catch{}for(let o of n.filter(r=>r.startsWith(t))){let[r,a]=o.slice(t.length).split(":");Nn.includes(a)&&aa(r,a,e)}}addEventListener("p\
agehide",()=>Pn(!0));document.addEventListener("visibilitychange",()=>{document.visibilityState==="hidden"&&Pn(!0)});addEventListener("online",()=>Pn(!1));function sa(e){
if(e){Fn.delete(e),We.delete(e);for(let t of document.querySelectorAll("form[data-write]"))Xi(e,t.dataset.write,t);D(e)}}var Ji=250;function Xi(e,t,n){let o={text:n.
elements.content.defaultValue,format:n.elements.format.defaultValue,on:Number(n.dataset.on)},r=n.elements.content.value;r&&r!==o.text&&r!==K(e,t)?.text&&U(e,t,{
...o,text:r,at:Date.now(),saved:!1});let a=K(e,t);!a&&o.on&&zi(e,t)&&Object.assign(o,{text:"",on:0});let s=Number(document.getElementById("composer").dataset.now),
i=a&&o.on<a.on&&(o.on!==0||s<a.on+Ji);if(!a||a.saved&&!i){a&&o.on&&!On(a,o)&&Mn(n,a,"newer"),U(e,t,o.on?{...o,at:o.on,saved:!0}:null),Bt(n,o);return}if(On(a,o)&&
o.on)U(e,t,{...a,on:o.on,saved:!0});else if(!i&&o.on&&o.on!==a.on){let c=a.at>o.on;U(e,t,{...c?a:o,on:o.on,at:Date.now(),saved:!c}),Mn(n,c?o:a,c?"aside":"newer")}
Bt(n,K(e,t)),K(e,t).saved||ke(e,t,0)}function Bt(e,t){let n=e.elements.content.value!==t.text||e.elements.format.value!==t.format;e.elements.content.value=t.text,
e.elements.format.value=t.format,n&&e.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0}))}function Mn(e,t,n){let o=e.querySelector(".draft-note");if(o.
replaceChildren(),!t.text.trim())return;let r=document.createElement("button");r.className="link",r.type="button",r.textContent=o.dataset.swap,r.addEventListener(
"click",()=>{let a=ta(e);Bt(e,t),W(e),t=a,e.elements.content.focus()}),o.append(o.dataset[n]," ",r)}addEventListener("storage",e=>{for(let t of document.querySelectorAll(
"form[data-write]")){if(e.key!==_(se(),t.dataset.write))continue;let n=K(se(),t.dataset.write);!(!n&&e.oldValue&&JSON.parse(e.oldValue).text===t.elements.content.
value)&&document.hasFocus()&&t.contains(document.activeElement)||Bt(t,n??{text:"",format:""})}});var Fn=new Set,We=new Set;function D(e){let t=document.querySelector(
`.conv[data-conversation-id="${e}"]`);if(!t)return;t.marked=!0;let n=Nn.map(i=>K(e,i)).filter(i=>i?.text.trim()),o=Nn.some(i=>L(e,i)),r=t.querySelector(".draft");
r.hidden=!(o||Fn.has(e)||n.some(i=>!i.saved||!We.has(e)));let a=n.filter(i=>!i.saved||!We.has(e)).sort((i,c)=>c.at-i.at)[0];(!r.hidden||t.querySelector(".prev").
dataset.draft)&&Zr(t,r.hidden?"":a?.text);let s=o?V.tUnsent:V.tDraft;r.textContent!==s&&(r.textContent=s)}function ze(){for(let e of document.querySelectorAll("\
.conv")){let t=e.dataset.conversationId;if(!e.marked&&t!==se()){let n=e.querySelector(".draft[data-saved]");Fn[n?"add":"delete"](t),We[n?"delete":"add"](t)}D(t)}}
ze();var Tt=()=>document.getElementById("open"),G,Hn=!1,Le=[],Kn=!1,je=()=>!!G,ia=()=>Le.length>0,Nt=0;function ca(){return Date.now()-Nt>1e3?!1:(Nt=Date.now(),!0)}var _i=1e3;
function Ot(e){Le.length<_i&&Le.push(e)}var Gi=1e4,Un=0,Mt=()=>Date.now()-Un<Gi;function Vn(){Un=Date.now()}function Wn(){Un=0}addEventListener("pageshow",Wn);function Rt(){
Le=[]}document.addEventListener("htmx:beforeRequest",e=>{if(e.detail.target?.id!=="open")return;let{xhr:t}=e.detail;Kn||Rt(),G=t,Hn=!1,Nt=0,requestAnimationFrame(
()=>setTimeout(()=>{G===t&&(Tt().inert=!0,Tt().ariaBusy="true")})),t.addEventListener("loadend",()=>{G===t&&Hn?Yi():setTimeout(()=>{G===t&&Zi()})})});function da(){
Hn=!0}function Yi(){G=void 0,Kn=!0;try{for(;Le.length&&!G;)Le.shift()()}finally{Kn=!1}}function Zi(){G=void 0,Nt=Date.now(),Rt(),Tt().inert=!1,Tt().ariaBusy=null,
document.activeElement?.matches(".conv")&&document.querySelector(".conv[aria-current]")?.focus()}var ua=document.body.dataset,jn="open",fa=[],S=()=>jn==="lost"||jn==="silent";function Ft(e){fa.push(e)}function ma(e){let t=S();if(jn=e,e==="open"&&Jn&&document.
getElementById("say").textContent===Jn&&m(""),e==="open"||S()!==t)for(let n of fa)n(S())}async function Xn(){try{return(await fetch(`${ua.base}/stream`,{method:"\
HEAD",cache:"no-store",signal:AbortSignal.timeout(4e3)})).status}catch{return 0}}async function Je(){let e=await Xn();return e>0&&e<500}var Jn;function ce(e){Jn=
e,m(e)}var Xe=()=>ce(ua.tStays);function _n(){Wn(),Xe()}async function M(e){!S()||await Je()?location.assign(e):_n()}var pa=e=>e.origin===location.origin&&e.pathname===
location.pathname&&e.search===location.search;addEventListener("click",e=>{let t=e.target.closest?.("a[href]");!S()||!t||e.defaultPrevented||e.button||e.ctrlKey||
e.metaKey||e.shiftKey||e.altKey||t.origin!==location.origin||t.target&&t.target!=="_self"||t.hasAttribute("download")||t.hash&&pa(t)||(e.preventDefault(),M(t.href))});
var zn;addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(!(!S()||e.defaultPrevented||zn===t||t.getAttribute("method")==="dialog")){if(e.preventDefault(),
!await Je()){_n();return}zn=t,t.requestSubmit(n?.isConnected?n:void 0),zn=void 0}});var Pt=location.href;for(let e of["htmx:pushedIntoHistory","htmx:replacedInH\
istory"])document.addEventListener(e,()=>{Pt=location.href});addEventListener("hashchange",()=>{Pt=location.href});addEventListener("popstate",e=>{if(!S()||pa(new URL(
Pt)))return;e.stopImmediatePropagation();let t=location.href;history.pushState({htmx:!0},"",Pt),M(t)},!0);var la;window.navigation?.addEventListener("navigate",
async e=>{let{navigationType:t,destination:n}=e;if(!(!S()||!e.cancelable||la||t!=="reload"&&!(t==="traverse"&&!n.sameDocument))){if(e.preventDefault(),!await Je()){
_n();return}la=!0,t==="reload"?location.reload():window.navigation.traverseTo(n.key)}});var Qi=document.body.dataset;async function Gn(e){try{await navigator.clipboard.writeText(e)}catch{let t=document.createElement("textarea"),n=document.activeElement;
t.value=e,t.className="sr",document.body.append(t),t.select(),document.execCommand("copy"),t.remove(),n?.focus()}}function m(e){let t=document.getElementById("s\
ay");t.className="say-1",t.setAttribute("role","status"),t.replaceChildren(),t.getBoundingClientRect(),t.textContent=e}document.addEventListener("click",async e=>{
let t=e.target.closest?.("a[data-copy], a[data-versions]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;if(e.preventDefault(),t.dataset.copy!==void 0){await Gn(
t.href),m(Qi.tCopied);return}let n=t.closest("article"),o=n.querySelector(".versions");if(o){o.remove();return}try{let r=await fetch(t.href,{headers:{"HX-Reques\
t":"true"}});if(!r.ok)throw new Error(r.status);let s=new DOMParser().parseFromString(await r.text(),"text/html").querySelector(`#${n.id} .versions`);if(n.querySelector(
".versions"))return;w(s),t.closest(".meta").after(s)}catch{M(t.href)}});var ec=document.body.dataset,z;function ha(){!z||z.form.isConnected&&z.form.elements.content.value===z.text||(z.button.isConnected&&m(""),z=void 0)}function Ht(e,t,n){
m(t);let o=document.createElement("button");o.type="button",o.className="btn sm",o.dataset.undo="",o.textContent=ec.tUndo,o.addEventListener("click",()=>{ha(),z?.
button===o&&(z=void 0,m(""),n())}),document.getElementById("say").append(" ",o),z={form:e,button:o,text:e.elements.content.value}}for(let e of["input","svcx:res\
tored","htmx:afterSwap","htmx:oobAfterSwap"])document.addEventListener(e,ha);var tc=e=>e.matches("select")?!e.options[e.selectedIndex]?.defaultSelected&&(e.selectedIndex>0||!!e.querySelector("[selected]")):e.type==="checkbox"||e.type==="\
radio"?e.checked!==e.defaultChecked:e.value!==e.defaultValue,Ie=e=>[...e.elements].some(t=>t.name&&t.matches("input, textarea, select")&&tc(t));function ga(e){let t=Ie(
e);for(let o of e.querySelectorAll("[data-unsaved]"))o.hidden=!t;let n=e.querySelector("[data-restore]");t&&n&&(n.hidden=!0)}var ya=new WeakMap,Zn=e=>e.matches(
'[type="checkbox"], [type="radio"]')?"checked":"value";function nc(e){let t=e.querySelector("[data-restore]");!t||!Ie(e)||(ya.set(e,[...e.elements].filter(n=>n.
name&&n.matches('input:not([type="hidden"], [type="file"]), textarea, select')).map(n=>[n,n[Zn(n)]])),setTimeout(()=>{t.hidden=!1,(document.activeElement===document.
body||document.activeElement.matches('[type="reset"]'))&&t.focus()}))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-restore]")?.form;if(t){
for(let[n,o]of ya.get(t)??[])n[Zn(n)]!==o&&(n[Zn(n)]=o,n.dispatchEvent(new Event("input",{bubbles:!0})),n.dispatchEvent(new Event("change",{bubbles:!0})));t.querySelector(
".savebar .pri").focus()}});var va=!1;document.addEventListener("input",e=>{e.target.form?.matches("[data-save]")&&ga(e.target.form)});document.addEventListener(
"reset",e=>{e.target.matches("[data-save]")&&(nc(e.target),setTimeout(ga,0,e.target))});var Yn,oc=(e,t)=>{let n=new URLSearchParams(new FormData(e,t)).toString(),
o=Mt()&&Yn?.form===e&&Yn.fields===n;return Yn={form:e,fields:n},Vn(),o};addEventListener("submit",e=>{e.defaultPrevented||(e.target.getAttribute("method")==="po\
st"&&oc(e.target,e.submitter)?e.preventDefault():va=e.target.matches("[data-save]"))});addEventListener("beforeunload",e=>{!va&&[...document.querySelectorAll("f\
orm[data-save]")].some(Ie)?e.preventDefault():Vn()});var rc=document.body.dataset,ac=e=>e.matches('textarea, input[type="text"], input[type="email"], input[type="url"], input:not([type])')&&!e.matches('[data-filte\
r], [data-write] *, [role="search"] *')&&e.value!==e.defaultValue,sc=()=>[...document.querySelectorAll("form[data-save]")].some(Ie)||[...document.querySelectorAll(
'form:is([method="post"], [hx-post]) :is(textarea, input)')].some(ac)||!!document.querySelector("[data-uploads] li");function p(){return sc()?(document.getElementById(
"connection").textContent=rc.tSignedOut,!1):(location.reload(),!0)}var Qn,eo=!1;document.addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(e.defaultPrevented||
Qn===t||!t.matches("[data-save]")||!Ie(t)||(e.preventDefault(),e.stopPropagation(),eo))return;eo=!0;let o=await Xn()===401;if(eo=!1,o){p();return}Qn=t,t.requestSubmit(
n?.isConnected?n:void 0),Qn=void 0});var ic=document.body.dataset,de=e=>e.querySelector("[data-ai-place]"),xa=(e,t)=>document.importNode(e.querySelector(`template[data-ai-${t}]`).content.firstElementChild,
!0),f;function no(e,t){e.querySelector("[data-ai-state]").textContent=t}function to(e,t){let n=de(f.form),o=n.contains(document.activeElement);e.matches(".why")&&
e.setAttribute("role","alert"),n.replaceChildren(e),o&&e.querySelector(t)?.focus()}function _e(){if(!f)return;let{form:e,running:t}=f;f=void 0,t?.abort();let n=de(
e),o=n.contains(document.activeElement);n.replaceChildren(),no(e,""),o&&e.elements.content.focus()}var wa=e=>{let t=document.createElement("template");return t.
innerHTML=e,t.content.firstElementChild};async function ba(e,t){_e();let n=new AbortController,o={form:t,button:e,running:n,draft:t.elements.content.value};f=o;
let r=xa(t,"running");r.querySelector("[data-title]").textContent=e.dataset.running,to(r),no(t,e.dataset.running);let a=new URLSearchParams({content:o.draft,format:t.
elements.format.value});e.name&&a.set(e.name,e.value);let s;try{s=await fetch(e.formAction,{method:"POST",body:a,headers:{"HX-Request":"true"},signal:n.signal}),
s.status===401&&p();let i=await cc(t,s,c=>{f===o&&dc(r,c)});if(f!==o)return;o.running=void 0,lc(o,i)}catch{if(f!==o||n.signal.aborted)return;o.running=void 0,to(
Sa(t,s?"":ic.tFailed),"[data-ai-again]")}}async function cc(e,t,n){if(!t.headers.get("Content-Type")?.startsWith("text/plain")){let s=await t.text(),i=wa(s);return i?.
matches(".ai-box")?i:Sa(e,b(t.status,s))}let o=t.body.pipeThrough(new TextDecoderStream).getReader(),r="";for(;;){let{done:s,value:i}=await o.read();if(s)break;
r+=i,n(r.split("\0",1)[0])}let a=r.indexOf("\0");if(a<0)throw new Error("cut");return wa(r.slice(a+1))}function Sa(e,t){let n=xa(e,"cut");return t&&(n.querySelector(
".grow").textContent=t),n}function dc(e,t){let n=e.querySelector(".ai-text"),o=n.scrollTop+n.clientHeight>n.scrollHeight-24;n.textContent=t,o&&(n.scrollTop=n.scrollHeight)}
function lc(e,t){to(t,"[data-ai-accept], [data-ai-again], [data-ai-close]"),no(e.form,t.dataset.text!==void 0?t.getAttribute("aria-label"):""),oo()}function oo(){
let e=f&&de(f.form).querySelector("[data-ai-stale]");if(!e)return;let t=f.form.elements.content.value===f.draft?"":e.dataset.aiStale;e.textContent!==t&&(e.textContent=
t)}function Ea(e,t){let n=e.elements.content;n.focus(),n.select(),document.execCommand(t?"insertText":"delete",!1,t)||(n.value=t,n.dispatchEvent(new Event("inpu\
t",{bubbles:!0})))}function uc(){let{form:e,button:t}=f,{text:n}=de(e).firstElementChild.dataset,o=e.elements.content.value;_e(),Ea(e,n),Ht(e,t.dataset.done,()=>Ea(
e,o))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-ai]");if(t?.form){e.preventDefault(),t.closest("[popover]")?.hidePopover(),ba(t,t.form);
return}if(e.target.closest?.("[data-hb-edit]")){qa(e.target.form);return}!f||!e.target.closest?.("[data-ai-place]")||(e.target.closest("[data-ai-close]")?_e():e.
target.closest("[data-ai-accept]")?uc():e.target.closest("[data-ai-again]")?ba(f.button,f.form):e.target.closest("[data-ai-changes]")&&fc(e.target.closest("[dat\
a-ai-changes]")))});function fc(e){let t=e.closest(".ai-box"),n=e.getAttribute("aria-pressed")!=="true";e.setAttribute("aria-pressed",String(n));for(let o of t.
querySelectorAll("del"))o.hidden=!n;t.querySelector("[data-ai-diff]").classList.toggle("result",!n)}document.addEventListener("keydown",e=>{e.key!=="Escape"||e.
isComposing||!f||!de(f.form).contains(e.target)||(e.preventDefault(),e.stopPropagation(),_e())},!0);for(let e of["input","svcx:restored"])document.addEventListener(
e,oo);document.addEventListener("htmx:beforeOnLoad",e=>{f&&(f.stays=e.target.matches?.('form[data-write="note"]'))});for(let e of["htmx:afterSwap","htmx:oobAfte\
rSwap"])document.addEventListener(e,()=>{if(!f||f.form.isConnected)return;let t=f.stays&&[...document.querySelectorAll('form[data-write="reply"]')].find(n=>n.action===
f.form.action);if(!t){_e();return}de(t).replaceChildren(...de(f.form).childNodes),f.form=t,oo()});function Kt(e){e?.querySelector("#handbrake")?.replaceChildren()}
document.addEventListener("input",e=>{e.target.name==="content"&&Kt(e.target.form)});function qa(e,t=e.querySelector("#handbrake mark")){let n=e.elements.content;
n.focus(),t&&n.setSelectionRange(Number(t.dataset.from),Number(t.dataset.to))}document.addEventListener("click",e=>{let t=e.target.closest?.("#handbrake mark");
t&&qa(t.closest("form"),t)});var ka=/\{\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}\}/,h=()=>document.getElementById("saved"),C=()=>document.getElementById("reply"),Y=()=>h().querySelector("input"),so=()=>[
...h().querySelectorAll('[role="option"]')],mc=()=>so().filter(e=>!e.hidden),ro=()=>h().querySelector('[aria-selected="true"]'),E=!1,Ut=!1,Vt,ao=0;function La(){
return ao++,Vt=(async()=>{let e=await fetch(h().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&p(),!e.ok)throw new Error(b(e.status,await e.text()));
let t=document.createElement("template");t.innerHTML=await e.text(),document.getElementById("saved-list").replaceWith(t.content.firstElementChild)})().finally(()=>{
ao--}),Vt}var io=e=>{Z(),A(e instanceof TypeError?b():e.message)};function zt(e){let t=e.trim().toLowerCase(),n;for(let o of so()){let r=o.dataset.shortcut.toLowerCase(),
a=t.replace(/^\//,"");o.hidden=!(r.includes(a)||o.querySelector("[data-title]").textContent.toLowerCase().includes(t));let s=o.hidden?0:a&&r===a?3:a&&r.startsWith(
a)?2:1;s>(n?.rank??0)&&(n={rank:s,option:o})}document.getElementById("saved-list").hidden=!n,h().querySelector("[data-none]").hidden=!!n,Ia(n?.option),E&&(h().hidden=
!n)}function Ia(e){for(let n of so())n.setAttribute("aria-selected",String(n===e));e?.scrollIntoView({block:"nearest"});let t=E?C():Y();e?t.setAttribute("aria-a\
ctivedescendant",e.id):t.removeAttribute("aria-activedescendant")}function Wt(){let{value:e,selectionStart:t,selectionEnd:n}=C();return t===n?/(?:^|\n)\/([^\n]{0,64})$/.
exec(e.slice(0,t))?.[1]:void 0}function Z(){h()&&(h().hidden=!0,E=!1,C().removeAttribute("aria-activedescendant"),C().removeAttribute("aria-controls"))}async function co(){
if(h()){Ge("reply"),E=!1,h().hidden=!1,Y().value="",Y().focus();try{await La(),zt(Y().value)}catch(e){io(e)}}}async function pc(){if(uo(),Wt()===void 0){Ut=!1,E&&
Z();return}if(Ut)return;E||(E=!0,C().setAttribute("aria-controls","saved-list"),La().catch(io));try{await Vt}catch{return}let t=Wt();E&&t!==void 0&&zt(t)}async function Ca(e){
let t=C(),n=E?Wt():void 0,o=t.selectionEnd,r=n===void 0?t.selectionStart:o-n.length-1,a=l();Z(),t.focus();let s;try{let i=await fetch(`${h().dataset.from}/${e.dataset.
id}`,{headers:{"HX-Request":"true"}});if(i.status===401&&p(),!i.ok)throw new Error(b(i.status,await i.text()));let c=document.createElement("template");c.innerHTML=
await i.text(),s=c.content.firstElementChild.dataset.text}catch(i){io(i);return}!t.isConnected||a!==l()||(t.setSelectionRange(r,o),document.execCommand("insertT\
ext",!1,s)||(t.setRangeText(s,r,o,"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),Z(),lo(r))}function lo(e){let t=C(),n=ka.exec(t.value.slice(e));n&&(t.
focus(),t.setSelectionRange(e+n.index,e+n.index+n[0].length))}function uo(){let e=document.querySelector("#alert > [data-unfilled]");e&&!C()?.value.includes(e.dataset.
unfilled)&&A("");let t=document.querySelector("[data-fill]"),n=ka.exec(C()?.value??"")?.[0],o=n?t.dataset.fill.replace("%",()=>n):"";if(!t||t.textContent===o||(t.
replaceChildren(),!o))return;let r=document.createElement("button");if(r.type="button",r.className="link",r.textContent=o,r.addEventListener("click",()=>lo(0)),
t.append(r),!/agent\.name/i.test(n))return;let a=document.createElement("a");a.href=`${document.body.dataset.base}/settings/profile`,a.className="link",a.textContent=
t.dataset.fillAgent,t.append(" ",a)}document.addEventListener("input",e=>{e.isComposing||(e.target.id==="reply"?pc():h()&&e.target===Y()&&zt(Y().value))});document.
addEventListener("keydown",async e=>{if(!h()||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||!(E?e.target===C():!h().hidden&&e.target===Y())||e.key==="Tab"&&(e.
shiftKey||!E))return;let n=mc(),o={ArrowDown:1,ArrowUp:-1}[e.key],r=!h().hidden&&n.length>0;if(o&&r)Ia(n[(n.indexOf(ro())+o+n.length)%n.length]);else if(e.key===
"Enter"&&!e.shiftKey||e.key==="Tab"&&r){if(E&&!r&&!ao)return;e.preventDefault(),e.stopPropagation(),await Vt?.catch(()=>{});let a=E?Wt():Y().value;if(a===void 0)
return;zt(a),ro()?Ca(ro()):E&&e.key==="Enter"&&document.execCommand("insertText",!1,`
`);return}else if(e.key==="Escape"&&(!E||r))Ut=E,Z(),C().focus();else return;e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{
e.target.closest?.('#saved [role="option"]')&&e.preventDefault()});document.addEventListener("click",e=>{if(e.target.closest?.("[data-saved]")){e.preventDefault(),
h().hidden?co():Z();return}let n=e.target.closest?.('#saved [role="option"]');n?Ca(n):h()&&!h().hidden&&!h().contains(e.target)&&e.target!==C()&&Z()});document.
addEventListener("focusin",e=>{e.target.id==="reply"&&uo(),h()&&!h().hidden&&!h().contains(e.target)&&e.target!==C()&&!e.target.matches("[data-saved]")&&Z()});document.
addEventListener("htmx:afterOnLoad",e=>{e.detail.xhr.status===422&&document.querySelector("#alert > [data-unfilled]")&&lo(0)});document.addEventListener("htmx:o\
obAfterSwap",e=>{e.detail.target.id==="composer"&&(E=!1,Ut=!1,uo())});var Ye=document.getElementById("found");function Aa(e){Ye.textContent!==e&&(Ye.textContent=e)}function Ba(){let e=Ye.textContent;Ye.textContent="",setTimeout(()=>{
Ye.textContent||=e},300)}setTimeout(()=>Aa(document.querySelector("main").dataset.found),100);document.addEventListener("htmx:afterSwap",e=>{let t=document.getElementById(
e.target.id);t?.dataset.found!==void 0&&Aa(t.dataset.found)});var fo=document.querySelector('main[data-view="sheet"] > #open'),hc=[...document.querySelectorAll("main [autofocus]")].some(e=>e.checkVisibility());fo&&document.
activeElement===document.body&&!hc&&!location.hash&&(fo.tabIndex=-1,fo.focus({preventScroll:!0}));document.querySelector('main input[type="search"][autofocus]')?.
select();function po(){for(let e of document.querySelectorAll('main [role="region"][tabindex]'))e.tabIndex=e.scrollWidth>e.clientWidth||e.scrollHeight>e.clientHeight?
0:-1}po();addEventListener("resize",po);document.addEventListener("htmx:afterSettle",()=>requestAnimationFrame(po));var $a=()=>[...document.querySelectorAll("ma\
in a.who-row")].filter(e=>e.checkVisibility()),Ze=()=>$a().length>0;function Qe(e){let t=$a(),n=t.indexOf(document.activeElement);t[n<0?0:n+e]?.focus()}var jt=()=>document.
querySelector("main .crumb a"),Da=()=>new Map([...document.querySelectorAll("main [data-command]")].filter(e=>e.checkVisibility()).map(e=>[e.dataset.command,e]));
function Ta(){return[...Da().keys()].map((e,t)=>{let n=document.createElement("li");return n.id=`command-here-${t}`,n.role="option",n.ariaSelected="false",n.dataset.
here=t,n.append(document.createElement("span")),n.firstChild.textContent=e,n.run=()=>Da().get(e)?.click(),n})}var mo;document.addEventListener("htmx:afterSettle",
e=>{let t=mo;!t||e.detail.requestConfig?.elt!==t||(mo=void 0,Ba(),document.activeElement===t&&(matchMedia("(pointer: coarse)").matches?t.blur():Qe(1)))});document.
addEventListener("keydown",e=>{if(!(!e.target.matches?.('main input[type="search"][hx-get]')||e.isComposing)){if(e.key==="Enter")mo=e.target,e.target.matches(".\
htmx-request")||e.target.dispatchEvent(new Event("find"));else if(e.key==="ArrowDown"&&Ze())Qe(1);else return;e.preventDefault()}});var Q=()=>document.getElementById("selbar"),ee=()=>[...document.querySelectorAll("#rows .sel")],ho=`svcx:selection:${document.body.dataset.base}`,go=e=>e.matches?.(
"#selection"),j=()=>Q().querySelector('[name="all"]'),I=new Set,le;function Ma(){let{view:e,category:t,channel:n,assignee:o,tag:r,q:a}=document.getElementById("\
list").dataset;return JSON.stringify([e,t,n,o,r,a])}function gc(){try{I.size?sessionStorage.setItem(ho,JSON.stringify({list:Ma(),ids:[...I]})):sessionStorage.removeItem(
ho)}catch{}}function yc(){try{let e=JSON.parse(sessionStorage.getItem(ho));e?.list===Ma()&&(I=new Set(e.ids))}catch{}}var Xt=()=>Q().querySelector("[data-range]"),
Jt=()=>Xt().ariaPressed==="true",ue=()=>!!(Q()&&I.size);function Ce(){if(!Q())return;for(let o of ee())o.checked=I.has(o.value);let e=I.size>0;Q().classList.toggle(
"on",e),document.getElementById("list").classList.toggle("selecting",e);let t=ee().every(o=>o.checked),n=!!document.querySelector("#rows .more");(!e||!t||!n)&&(j().
checked=!1),j().parentElement.hidden=!(e&&(n||!t)),e||(Xt().ariaPressed="false"),j().checked||Ra(e?Jt()?Q().dataset.tRange:Q().dataset.tSelected.replace("%",I.size):
"")}function Ra(e){let t=document.getElementById("sel-count");t.textContent!==e&&(t.textContent=e)}function tt(){gc(),Ce()}function _t(){I.clear(),le=void 0,Q()&&
(j().checked=!1),tt()}function Pa(){return(document.activeElement?.closest?.("#rows > li")??document.querySelector("#rows .conv[aria-current]")?.closest("li"))?.
querySelector(".sel")}function et(e,t){t?I.add(e.value):I.delete(e.value)}function Fa(){let e=Pa();e&&(et(e,!I.has(e.value)),le=e.value,tt())}function Ha(){let e=Pa();
if(!e)return;let t=ee(),n=t.indexOf(e),o=Math.max(t.findIndex(r=>r.value===le),0);for(let r of t.slice(Math.min(o,n),Math.max(o,n)+1))et(r,!0);le=e.value,tt()}function yo(){
if(ee().length&&ee().every(e=>I.has(e.value))&&!j().checked&&!j().parentElement.hidden){j().click();return}for(let e of ee())et(e,!0);tt()}document.addEventListener(
"click",e=>{if(!e.target.matches?.("#rows .sel"))return;let t=e.target,n=t.checked||Jt();if(e.shiftKey&&le||Jt()){let o=ee(),[r,a]=[o.findIndex(s=>s.value===le),
o.indexOf(t)].sort((s,i)=>s-i);for(let s of o.slice(Math.max(r,0),a+1))et(s,n)}Xt().ariaPressed="false",et(t,n),le=t.value,tt()});document.addEventListener("cli\
ck",e=>{e.target.closest?.("[data-range]")&&(Xt().ariaPressed=String(!Jt()),Ce())});document.addEventListener("reset",e=>{go(e.target)&&setTimeout(_t)});document.
addEventListener("change",async e=>{if(e.target.matches?.('#selection [name="all"]')&&(e.target.checked?yo():Ce(),!!e.target.checked))try{let t=await fetch(e.target.
dataset.count);if(!t.ok)throw new Error;let n=new DOMParser().parseFromString(await t.text(),"text/html").body.textContent.trim();j().checked&&Ra(n)}catch{e.target.
checked=!1,Ce()}});document.addEventListener("submit",e=>{if(!go(e.target))return;for(let n of e.target.querySelectorAll('input[type="hidden"]'))n.remove();let t=(n,o)=>{
let r=document.createElement("input");r.type="hidden",r.name=n,r.value=o,e.target.append(r)};if(e.submitter&&(t(e.submitter.name,e.submitter.value),e.submitter.
closest("[popover]")?.hidePopover()),!j().checked){let n=new Set(ee().filter(o=>o.checked).map(o=>o.value));for(let o of I)n.has(o)||t("id",o)}},!0);document.addEventListener(
"htmx:afterRequest",e=>{!go(e.target)||e.detail.xhr?.status!==200||(document.getElementById("sel-tags-text").value="",_t())});var Na,Oa=new MutationObserver(Ce);
function Ka(){let e=document.getElementById("list");!e||e===Na||(Na=e,Oa.disconnect(),Oa.observe(document.getElementById("list-scroll"),{childList:!0,subtree:!0}),
I=new Set,yc(),Ce())}Ka();document.addEventListener("htmx:afterSwap",Ka);var Eo=()=>[...document.querySelectorAll("#rows .conv")],Ae=()=>matchMedia("(width > 720px)").matches,he=e=>document.querySelector(e)?.click();function Ua(e){let t=Eo();
if(t.length===0)return;let n=t.indexOf(document.activeElement),o=n>=0?n:t.findIndex(s=>s.hasAttribute("aria-current")),r=Math.max(o+e,0);for(;t[r]?.parentElement.
classList.contains("gone");)r+=e;let a=t[r];e>0&&r>=t.length-1&&he("#rows .more a"),a&&(a.focus(),Ae()&&a.click())}document.addEventListener("click",e=>{if(!e.target.
closest?.("[data-next]"))return;let t=Eo(),n=t.findIndex(o=>o.hasAttribute("aria-current"))+1;for(;t[n]?.parentElement.classList.contains("gone");)n++;if(n>=t.length-
1&&he("#rows .more a"),!t[n]){he("#thead .back");return}t[n].click(),Ot(()=>document.querySelector("[data-next]")?.focus({preventScroll:!0}))});function Va(e){document.
querySelector(`[role="tab"][data-tab="${e}"]`)?.click()}function Wa(e){let t=[...document.querySelectorAll("#messages article")],n=t.findIndex(i=>i.contains(document.
activeElement)),{top:o,bottom:r}=document.getElementById("thread")?.getBoundingClientRect()??{},a=t.filter(i=>i.getBoundingClientRect().bottom>o&&i.getBoundingClientRect().
top<r),s=n<0?a.find(i=>i.querySelector(".hit"))??a.at(e<0?-1:0):t[Math.min(Math.max(n+e,0),t.length-1)];s&&(s.tabIndex=-1,s.focus())}function R(){let e=Ae()&&document.
querySelector(".conv[aria-current]");(e||document.getElementById("thread"))?.focus({preventScroll:!e})}var Gt=e=>()=>{ue()||vc(`pick-${e}`),he(ue()?`[data-sel="${e}\
"]`:`#details [data-pick="${e}"]`)};function vc(e){let t=document.getElementById("details"),n=document.querySelector("#thead .show-d");!n?.checkVisibility()||!t||
t.matches(":popover-open")||(t.dataset.while=e,t.showPopover({source:n}))}document.addEventListener("toggle",e=>{let t=document.getElementById("details");e.newState!==
"closed"||!e.target.id||t?.dataset.while!==e.target.id||(delete t.dataset.while,t.hidePopover())},!0);var za=e=>()=>he(`${ue()?"#selection":"#thead"} [data-key=\
"${e}"]`);function ja(e,t){let n=t&&document.querySelector(t);if(n?.checkVisibility()){n.click();return}let o=document.querySelector("main");if(!document.getElementById(
"open")?.dataset.conversationId)return;let r=new Set((o.dataset.hides??"").split(" ").filter(Boolean));r.delete(e)||r.add(e),o.dataset.hides=[...r].join(" "),document.
cookie=`svcx_hides=${[...r].join(".")}; path=/app; max-age=31536000; samesite=lax`}function vo(e,t){let n=o=>e?.querySelector(`[aria-keyshortcuts="${o}"]`);(t&&
n("Control+Shift+Enter")||n("Control+Enter"))?.click()}var wo=()=>[...document.querySelectorAll("form[data-write]")].find(e=>e.checkVisibility()),Xa=()=>document.
querySelector("#waiting [data-undo]")??document.querySelector("#say [data-undo]")??document.querySelector("#bulk [data-undo]"),pe={j:()=>Ze()?Qe(1):Ua(1),k:()=>Ze()?
Qe(-1):Ua(-1),J:()=>Wa(1),K:()=>Wa(-1),o:()=>document.activeElement?.matches?.(".conv, .who-row")&&document.activeElement.click(),u:()=>jt()?jt().click():es(),r:()=>Va(
"reply"),n:()=>Va("note"),s:co,"Ctrl+Enter":()=>vo(wo()),"Ctrl+Shift+Enter":()=>vo(wo(),!0),"[":()=>ja("details","#thead .show-d"),"]":()=>ja("list"),e:za("e"),
E:za("E"),x:Fa,X:Ha,"*":yo,z:()=>Xa()?.click(),a:Gt("assign"),c:Gt("category"),p:Gt("priority"),t:Gt("tags"),m:()=>{document.querySelector(`${ue()?"#sel-assign":
"#pick-assign"} [value="${document.body.dataset.me}"]`)?.click()},"/":()=>{let e=[...document.querySelectorAll('input[name="q"]')].find(t=>t.offsetParent);e?.focus(),
e?.select()}},q=document.getElementById("commands");function xo(e){if(/Mac|iPhone|iPad/.test(navigator.platform))for(let t of e.querySelectorAll("kbd"))t.textContent=
t.textContent.replace("Ctrl","⌘")}xo(document);var ot=q.querySelector("input"),So=()=>[...q.querySelectorAll('[role="option"]:not([hidden], [aria-disabled="tr\
ue"])')],bo=!1;async function wc(){let e=q.querySelector('[role="listbox"]');for(let n of e.querySelectorAll("[data-here]"))n.remove();let t=e.children.length>0;
if(e.prepend(...Ta()),ot.value="",bo=!1,Yt(),q.showModal(),!t)try{let n=await fetch(`${document.body.dataset.base}/commands`);if(!n.ok)throw new Error(n.status);
let o=document.createElement("template");o.innerHTML=await n.text(),xo(o.content),e.append(o.content),Yt()}catch{bo=!0,Yt()}}function bc(e){return e.startsWith(
"Ctrl+")?!!wo()?.elements.content.value.trim():"eEmacpt".includes(e)&&ue()||"jko".includes(e)&&Ze()||e==="u"&&jt()?!0:Ya.has(e)||e==="u"||e==="]"?!!document.getElementById(
"open")?.dataset.conversationId:"jkoxX*".includes(e)?Eo().length>0:e!=="z"||!!Xa()}function Yt(){let e=ot.value.trim().toLowerCase();for(let r of q.querySelectorAll(
'[role="option"]'))r.hidden=!r.textContent.toLowerCase().includes(e),r.ariaDisabled=bc(r.dataset.key??"?")?null:"true";_a(So()[0]);let t=q.querySelector("[data-\
none]"),n=q.querySelector('[role="option"]:not([hidden])')||!q.querySelector('[role="option"]'),o=bo?document.body.dataset.tFailed:n?"":t.dataset.none;t.textContent!==
o&&(t.textContent=o)}function _a(e){for(let t of q.querySelectorAll('[aria-selected="true"]'))t.setAttribute("aria-selected","false");e?.setAttribute("aria-sele\
cted","true"),e?.scrollIntoView({block:"nearest"}),ot.setAttribute("aria-activedescendant",e?.id??"")}function Ga(e){if(q.close(),e.run){e.run();return}if(e.dataset.
to){M(e.dataset.to);return}let[t,n]=e.dataset.key.split(" ");n?Qa[n]?.():Za(t)}var Ya=new Set(["J","K","r","n","s","Ctrl+Enter","Ctrl+Shift+Enter","e","E","m","\
a","c","p","t","["]);function Za(e){Mt()||(Ya.has(e)?je()?Ot(pe[e]):ca()||pe[e]():pe[e]?.())}ot.addEventListener("input",Yt);ot.addEventListener("keydown",e=>{let t=So(),
n=t.findIndex(r=>r.getAttribute("aria-selected")==="true"),o={ArrowDown:1,ArrowUp:-1}[e.key];if(o&&t.length)_a(t[(n+o+t.length)%t.length]);else if(e.key==="Ente\
r"&&t[n])Ga(t[n]);else return;e.preventDefault()});q.addEventListener("click",e=>{let t=e.target.closest('[role="option"]');So().includes(t)?Ga(t):e.target===q&&
q.close()});var me=document.getElementById("keys");pe["?"]=async()=>{if(me.showModal(),!me.querySelector(".keycols"))try{let e=await fetch(`${document.body.dataset.
base}/keys`);if(!e.ok)throw new Error(e.status);let t=document.createElement("template");t.innerHTML=await e.text(),xo(t.content),me.append(t.content)}catch{me.
close(),Xe()}};me.addEventListener("click",e=>{e.target===me&&me.close()});location.hash==="#search"&&pe["/"]();var nt=(e,t)=>()=>document.querySelector(t)?he(t):
M(document.body.dataset.base+e),fe=e=>nt(`/inbox?view=${e}`,`.navlink[href*="view=${e}"]`),Qa={m:fe("mine"),n:fe("mentions"),u:fe("unassigned"),o:fe("open"),d:fe(
"undelivered"),r:fe("resolved"),c:fe("closed"),a:nt("/ratings",'.navlink[data-place="ratings"]'),p:nt("/contacts",'.navlink[href$="/contacts"]'),e:nt("/reports",
'[data-go="reports"]'),s:nt("/settings",'[data-go="settings"]')};function es(){let e=document.querySelector(".conv[aria-current]");Ae()?e?.focus():he("#thead .b\
ack")}function Ec({key:e,ctrlKey:t,metaKey:n,shiftKey:o,repeat:r}){let a=document.activeElement??document.body;!a.dispatchEvent(new KeyboardEvent("keydown",{key:e,
ctrlKey:t,metaKey:n,shiftKey:o,repeat:r,bubbles:!0,cancelable:!0}))||t||n||!a.matches('input:not([type="checkbox"]), textarea')||(e==="Backspace"?document.execCommand(
"delete"):e!=="Enter"?document.execCommand("insertText",!1,e):a.matches("textarea")&&document.execCommand("insertText",!1,`
`))}function xc(e){if(!ia()||!je()||document.querySelector("[popover]:popover-open, dialog[open]"))return!1;let t=e.getModifierState?.("AltGraph");if(e.key==="E\
scape")Rt();else{if(e.key!=="Enter"&&e.key!=="Backspace"&&e.key.length>1)return!1;if(e.altKey&&!t||(e.ctrlKey||e.metaKey)&&!t&&e.key!=="Enter")return!1;Ot(()=>Ec(
t?{key:e.key}:e))}return e.preventDefault(),!0}var Ja=0;document.addEventListener("keydown",e=>{if(e.key==="k"&&(e.ctrlKey||e.metaKey)){e.preventDefault(),q.open?
q.close():wc();return}let t=e.target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]'),n=t?.checkVisibility()&&t;if(!n&&xc(e))return;
if(e.key==="Enter"&&(e.ctrlKey||e.metaKey)&&e.target.form?.dataset.write){e.preventDefault(),vo(e.target.form,e.shiftKey);return}if(n){e.key==="Escape"&&!e.isComposing&&
!n.closest("[popover], dialog")&&(n.blur(),n.closest("#composer")&&R());return}if(e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||document.querySelector("[p\
opover]:popover-open, dialog[open]"))return;if(e.key==="Escape"){ue()?_t():es();return}if(document.body.dataset.keys==="off")return;let o=Date.now()-Ja<1500?Qa:
pe;Ja=e.key==="g"?Date.now():0;let r=o[e.key];r&&(e.preventDefault(),!(e.repeat&&!"jkJK".includes(e.key))&&(o===pe?Za(e.key):r()))});var rt=document.body.dataset,qo=crypto.getRandomValues(new Uint32Array(2)).join(""),Sc=720*60*1e3,qc=4e4,tn=(e,t)=>e===l()?document.querySelector(`form[data-wri\
te="${t}"]`):null,ko=e=>/\/inbox\/(\d+)\//.exec(e)[1],nn=e=>!e||e===429||e>=502&&e<=504,Lo=(e,t)=>e.fields.find(([n])=>n===t)?.[1]??"";function Qt(e,t,n=Date.now(),o=!1){
let r=ko(e.path),a=[...e.formData].filter(([,i])=>typeof i=="string");a.push(["event",document.getElementById("details")?.dataset.event??""]),X(r,t,{fields:a,to:e.
path,at:n,...o&&{asks:o}}),D(r);let s=tn(r,t)?.contains(document.activeElement);Be(),s&&document.querySelector(`#panel-${t} [data-unsent-edit]`)?.focus(),Bo()}var ns=e=>Date.
now()-e.at>Sc;function Ao(e,t,n){os(e,t);let o=tn(e,t);!o||o.elements.content.value||(o.elements.content.value=Lo(n,"content"),W(o))}function os(e,t){X(e,t,null),
D(e),Be()}function rs(e,t){Qt({path:e.getAttribute("hx-post")??e.action,formData:new FormData(e,t?.name?t:void 0)},e.dataset.write)}function as(e,t,n){X(e,"repl\
y",{fields:n,to:t,at:Date.now()}),D(e),Do(e,"reply").then(()=>{L(e,"reply")&&Bo()})}document.addEventListener("htmx:beforeRequest",e=>{let t=e.target,n=t.dataset?.
write;if(!n)return;let o=e.detail.requestConfig;if(S()||is(ko(o.path))){e.preventDefault(),A(""),Qt(o,n),on();return}let r=Date.now(),a=new AbortController,s=(i,c)=>t.
addEventListener(i,d=>{a.abort(),c(d.detail.xhr?.status)},{signal:a.signal});for(let i of["htmx:sendError","htmx:timeout","htmx:sendAbort","htmx:responseError"])
s(i,c=>{nn(c)&&Qt(o,n,r)});s("htmx:beforeOnLoad",i=>{i!==422||ko(o.path)===l()||(Qt(o,n,r,!0),m(rt.tAsks))})});Ft(e=>{if(!e){en=0,on();return}for(let t of document.
querySelectorAll("form[data-write].htmx-request"))window.htmx.trigger(t,"htmx:abort")});var en=0,Io;function Bo(){clearTimeout(Io),en=Math.min(6e4,Math.max(5e3,
2*en)),Io=setTimeout(on,en)}var Zt=new Map;async function on(){clearTimeout(Io);let e=new Set(At().map(({id:t})=>t).sort((t,n)=>(n===l())-(t===l())));for(let t of e)
await Do(t,void 0,t===l()?0:1500);At().some(({id:t,kind:n})=>!L(t,n)?.asks)&&Bo()}var ss=e=>["reply","note"].map(t=>({kind:t,...L(e,t)})).filter(({fields:t,asks:n})=>t&&
!n).sort((t,n)=>t.at-n.at),is=e=>ss(e)[0]?.kind;async function Do(e,t,n=0){for(let{kind:o}of ss(e))if(await $o(e,o,n),o===t||is(e)===o)return}function $o(e,t,n=0,o=!1){
let r=`${e}:${t}`;return Zt.has(r)||Zt.set(r,Lc(e,t,n,o).finally(()=>Zt.delete(r))),Zt.get(r)}async function kc(e,t){L(e,t)?.asks?await $o(e,t,0,!0):await Do(e,
t)}async function Lc(e,t,n,o){try{await new Promise(c=>{setTimeout(c,n)});let r=L(e,t);if(!r||r.asks&&!o||r.claim&&r.claim!==qo&&Date.now()-r.claimedAt<qc)return;
if(ns(r)){X(e,t,{...r,asks:!0});return}r={...r,claim:qo,claimedAt:Date.now()},X(e,t,r);let a=new FormData;for(let[c,d]of r.fields)a.append(c,d);a.append("unatte\
nded","true");let s=await fetch(r.to,{method:"POST",body:t==="note"?new URLSearchParams(a):a,headers:{"HX-Request":"true"},signal:AbortSignal.timeout(3e4)}),i=await s.
text();L(e,t)&&Ic(e,t,r,s.status,i)}catch{Co(e,t)}}function Co(e,t){let n=L(e,t);n?.claim===qo&&X(e,t,{...n,claim:void 0})}function Ic(e,t,n,o,r){let a=e===l();
if(nn(o))Co(e,t);else if(o===401)Co(e,t),p();else if(o===200){let s=a&&document.getElementById("composer")?.contains(document.activeElement);Dt(e,t),t==="reply"&&
rn(e),os(e,t),a?window.htmx.swap("#open",r,{swapStyle:"none"}):m(rt.tSentLater),s&&R()}else if(a){let s=tn(e,t);Ao(e,t,n),o===422?window.htmx.swap("#open",r,{swapStyle:"\
none"}):A(b(o,r),s)}else X(e,t,{...n,claim:void 0,asks:!0}),D(e),m(rt.tAsks)}var ts=e=>document.importNode(document.querySelector(`#composer template[data-${e}]`).
content.firstElementChild,!0);function Be(){let e=l(),t=document.getElementById("unsent");if(t)for(let n of document.querySelectorAll("form[data-write]")){let o=n.
dataset.write,r=L(e,o),a=n.parentElement.querySelector(".unsent-bar"),s=t.querySelector(`[data-kind="${o}"]`);if(n.hidden=!!r,!r){a?.remove(),s?.remove();continue}
n.elements.key.value=Lo(r,"key"),a||n.before(ts("unsent-bar")),s||(s=ts("unsent"),s.dataset.kind=o,s.classList.add(o==="note"?"note":"ours"),t.append(s));let i=s.
querySelector(".body"),c=Lo(r,"content")||r.fields.filter(([d])=>d==="attachment").map(([,d])=>d.split(" ").slice(1).join(" ")).join(", ");i.textContent!==c&&(i.
textContent=c)}}function cs(e){Be();for(let t of["reply","note"]){let n=L(e,t);n?.asks&&(ns(n)?Ao(e,t,n):S()||$o(e,t,0,!0))}}document.addEventListener("click",e=>{
let t=e.target.closest?.(".unsent-bar button");if(!t)return;let n=l(),o=t.closest('[role="tabpanel"]').querySelector("form"),r=o.dataset.write;if(t.matches("[da\
ta-unsent-now]")){kc(n,r).then(()=>{L(n,r)&&ce(rt.tStill)});return}let{content:a}=o.elements;Ao(n,r,L(n,r));let s=a.value;t.matches("[data-unsent-discard]")?(a.
value="",W(o),Ht(o,rt.tDiscarded,()=>{a.value=s,o.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0})),W(o),a.focus()}),R()):a.focus()});addEventListener(
"storage",e=>{let t=$n(e.key);if(!t)return;D(t.id);let n=tn(t.id,t.kind);n&&!e.newValue&&(n.elements.key.value=crypto.getRandomValues(new Uint32Array(4)).join("\
-")),Be()});At().length&&setTimeout(on,500);var To=document.body.dataset,Oo=new Map,ge=e=>Oo.get(e)??[],$=()=>document.querySelector("[data-uploads]"),No=e=>`svcx:files:${To.base}:${To.me}:${e}`;function Mo(e){
try{let t=ge(e).map(n=>n.file.name);t.length?localStorage.setItem(No(e),JSON.stringify(t)):localStorage.removeItem(No(e))}catch{}}function Cc(e){try{return JSON.
parse(localStorage.getItem(No(e)))??[]}catch{return[]}}var Ac=e=>e<1024*1024?`${Math.max(1,Math.round(e/1024))} KiB`:`${(e/1024/1024).toFixed(1)} MiB`;function De(e){
let t=$()?.querySelector('[role="status"]');t&&t.textContent!==e&&(t.textContent=e)}function Ro(e){let t=$();if(!t||e.length===0)return;if(t.dataset.takes===void 0){
De(t.dataset.tNone);return}Ge("reply");let n=l(),o=ge(n);Oo.set(n,o);let r=Number(t.dataset.maxFiles)-o.length;De(e.length>r?t.dataset.tMany:"");for(let a of[...e].
slice(0,Math.max(0,r))){let s={id:n,file:a,to:t.dataset.to,progress:0};o.push(s),a.size>Number(t.dataset.maxBytes)?s.refused=t.dataset.tLarge:a.size===0?s.refused=
t.dataset.tEmpty:ds(s)}Mo(n),$e(),Kt(t.closest("form"))}function ds(e){let t=new XMLHttpRequest,n=new FormData;n.append("file",e.file,e.file.name),e.request=t,e.
failed=e.refused="",e.progress=0,t.upload.addEventListener("progress",o=>{e.progress=o.lengthComputable?100*o.loaded/o.total:0,$e(e)}),t.addEventListener("loade\
nd",()=>{if(e.request!==t||(e.request=void 0,t.status===401&&p()))return;let o=document.createElement("template");o.innerHTML=t.status===200||t.status===422?t.responseText:
"";let r=o.content.firstElementChild;t.status===200&&r?e.stored=r.dataset.id:t.status===422&&r?e.refused=r.textContent:e.failed=$()?.dataset.tFailed??To.tFailed,
$e(),Po(e.id)}),t.open("POST",e.to),t.setRequestHeader("HX-Request","true"),t.send(n)}function Bc(e){let t=ge(e.id),{request:n}=e;e.request=void 0,n?.abort();let o=t.
indexOf(e);t.splice(o,1),Mo(e.id),De(""),$e(),Kt($()?.closest("form")),($()?.querySelectorAll("[data-remove]")[Math.min(o,t.length-1)]??document.getElementById(
"reply"))?.focus(),Po(e.id)}function $e(e){let t=$();if(!t)return;let n=t.querySelector("ul"),o=ge(l());for(let r of[...n.children])o.includes(r.one)||r.remove();
for(let r of o){let a=[...n.children].find(d=>d.one===r);if(a&&e&&e!==r)continue;a||(a=document.importNode(t.querySelector("template").content.firstElementChild,
!0),a.one=r,a.querySelector("[data-name]").textContent=r.file.name,a.querySelector("[data-size]").textContent=Ac(r.file.size),a.querySelector("[data-reason]").setAttribute(
"role","alert"),a.querySelector("progress").setAttribute("aria-label",r.file.name),a.querySelector("[data-remove]").addEventListener("click",()=>Bc(r)),a.querySelector(
"[data-again]").addEventListener("click",()=>{ds(r),$e(),a.querySelector("[data-remove]").focus()}),n.append(a)),a.querySelector("[data-remove]").setAttribute("\
aria-label",(r.request?t.dataset.tCancel:t.dataset.tRemove).replace("%",()=>r.file.name)),a.querySelector("progress").hidden=!r.request,a.querySelector("progres\
s").value=r.progress,a.querySelector("[data-again]").hidden=!r.failed;let i=a.querySelector("[data-reason]");i.textContent!==(r.refused||r.failed||"")&&(i.textContent=
r.refused||r.failed||"");let c=a.querySelector("input");c.disabled=!r.stored,c.value=r.stored??""}}function ls(e){if(!$())return;$e();let t=ge(e).length?[]:Cc(e);
De(an.has(e)?$().dataset.tWaits:t.length?$().dataset.tLost.replace("%",()=>t.join(", ")):"")}function rn(e){Oo.delete(e),Mo(e)}var an=new Map;function Po(e){let t=an.
get(e);if(!t)return;let n=ge(e),o=n.some(r=>r.failed||r.refused);!o&&n.some(r=>r.request)||(an.delete(e),e===l()&&De(""),o?A(t.stopped):e===l()?document.querySelector(
'form[data-write="reply"]').requestSubmit(t.button?.isConnected?t.button:void 0):as(e,t.to,[...t.fields,...n.map(r=>["attachment",r.stored])]))}document.addEventListener(
"submit",e=>{if(!e.target.matches?.('form[data-write="reply"]')||e.submitter?.hasAttribute("formaction"))return;let t=l();if(!ge(t).some(r=>r.request||r.failed||
r.refused))return;e.preventDefault(),e.stopImmediatePropagation();let o=[...new FormData(e.target,e.submitter),["event",document.getElementById("details").dataset.
event]].filter(([r])=>r!=="attachment");an.set(t,{button:e.submitter,to:e.target.action,fields:o,stopped:$().dataset.tStopped}),De($().dataset.tWaits),Po(t)},!0);
document.addEventListener("change",e=>{e.target.matches(".attach input")&&(Ro(e.target.files),e.target.value="")});document.addEventListener("paste",e=>{let t=e.
clipboardData?.files??[];e.target.id!=="reply"||t.length===0||e.clipboardData.types.includes("text/plain")||(e.preventDefault(),Ro(t))});var Fo=e=>e.dataTransfer?.
types.includes("Files"),us=e=>e.target.closest?.(".thr")?.querySelector("#drop");function Ho(e){let t=document.getElementById("drop");t&&(t.hidden=!e)}document.
addEventListener("dragover",e=>{if(!Fo(e))return;e.preventDefault();let t=us(e);e.dataTransfer.dropEffect=t&&$()?.dataset.takes!==void 0?"copy":"none",Ho(t)});document.
addEventListener("dragleave",e=>{Fo(e)&&!e.relatedTarget&&Ho(!1)});document.addEventListener("drop",e=>{Fo(e)&&(e.preventDefault(),Ho(!1),us(e)&&Ro(e.dataTransfer.
files))});var Dc=document.body.dataset,fs=new Intl.NumberFormat(document.documentElement.lang),$c=CSS.supports("field-sizing","content");function at(e){let t=e.elements.content,
n=Number(t.dataset.max),o=t.value.length>n*.8?[...t.value].length:0,r=e.querySelector("[data-length]");if(r.textContent=o>n*.8?`${fs.format(o)} / ${fs.format(n)}`:
"",r.classList.toggle("need",o>n),o>n?t.setAttribute("aria-invalid","true"):t.removeAttribute("aria-invalid"),$c||!t.checkVisibility())return;t.rows=2;let{lineHeight:a,
paddingTop:s,paddingBottom:i}=getComputedStyle(t);t.rows=Math.max(2,Math.round((t.scrollHeight-parseFloat(s)-parseFloat(i))/parseFloat(a)))}var ms=0;document.addEventListener(
"input",e=>{let t=e.target.closest?.("form[data-write]");t&&(W(t),at(t),Date.now()-ms>3e3&&(ms=Date.now(),fetch(`${Dc.base}/inbox/${document.getElementById("ope\
n").dataset.conversationId}/typing`,{method:"POST"}).catch(()=>{})))});document.addEventListener("svcx:restored",e=>at(e.target));window.visualViewport?.addEventListener(
"resize",()=>{let{height:e,scale:t}=window.visualViewport,n=t===1?Math.max(0,innerHeight-e):0;document.documentElement.style.setProperty("--keyboard",`${n}px`),
n&&scrollTo(0,0)});var Tc=document.body.dataset,te=new Map;function Nc(e){let t=document.getElementById("open"),n=[...document.querySelectorAll(`.conv[data-conversation-id="${e}"]\
 .viewers`)];return t?.dataset.conversationId===e&&n.push(document.getElementById("viewers")),n.filter(Boolean)}function st(e){for(let t of Nc(e)){let n=[...te.
get(e)?.values()??[]].map(o=>o.cloneNode(!0));t.replaceChildren(...n)}}function ye(e){if(e)st(e.dataset.conversationId);else for(let t of te.keys())st(t)}function ps(e){
if(!e){let a=[...te.keys()];te.clear(),a.forEach(st);return}let{conversationId:t,user:n,on:o}=e.dataset;if(n===Tc.me)return;let r=te.get(t)??new Map;o==="true"?
r.set(n,e):r.delete(n),r.size?te.set(t,r):te.delete(t),st(t)}function hs(e,t,n){let o=te.get(e)?.get(t);if(!o)return;o.classList.toggle("typing-now",n);let r=n?
o.dataset.typing:o.title;o.setAttribute("aria-label",r),st(e)}var P=document.body.dataset,ws=`svcx:told:${P.base}:${P.me}`,gs=10*6e4;function Oc(){try{return{event:0,note:0,...JSON.parse(localStorage.getItem(ws))}}catch{return{
event:0,note:0}}}function ys(e,t){let n=Oc();if(t<=n[e])return!1;try{localStorage.setItem(ws,JSON.stringify({...n,[e]:t}))}catch{}return!0}var cn=e=>(e??"").split(
" ").includes(P.me);function Vo(e){return[...e.querySelectorAll("[data-waits]")]}function ve(e){return Vo(e).some(t=>!t.hidden)}var Ko=new Map;function bs(e){for(let t of e.
querySelectorAll(".mention"))t.classList.toggle("me",t.dataset.user===P.me);return!cn(e.dataset.mentions)||e.dataset.by.split("/")[1]===P.me?!1:(Ko.set(e.dataset.
conversationId,e),!0)}function Es(e,t){Yr(e,P.me,v(e.dataset.conversationId));let{conversationId:n,handed:o,handedAt:r,event:a,assignee:s,mentions:i,hands:c,mentioned:d}=e.
dataset,u=Ko.get(n);Ko.delete(n);let y=n===l(),g=y&&document.visibilityState==="visible"&&document.hasFocus();for(let O of Vo(e))O.hidden=g||!cn(O.dataset.waits===
"mention"?i:c);if(g&&Dn(e),y&&(cn(i)||cn(c))&&Te(n),!(g||!t))if(u&&Date.now()-Number(u.dataset.at)<gs&&ys("note",Number(u.dataset.messageId))){let O=u.querySelector(
".by b").textContent.trim();vs(e,d.replace("%",()=>O),P.tMentionedMany,"mentions",`/inbox/${n}?m=${u.dataset.messageId}#${u.id}`),Uo(e,u.id)}else o&&s===P.me&&Date.
now()-Number(r)<gs&&ys("event",Number(a))&&(vs(e,o,P.tHandedMany,"mine",`/inbox/${n}`),Uo(e,`handed-${a}`))}var sn={view:"",at:0,n:0};function vs(e,t,n,o,r){let a=sn.
view===o&&Date.now()-sn.at<5e3?sn.n+1:1;sn={view:o,at:Date.now(),n:a};let s=document.createElement("a");s.className="btn sm",s.textContent=P.tOpen,s.href=P.base+
(a>1?`/inbox?view=${o}`:r),m(a>1?n.replace("%",a):t),a===1&&o==="mine"&&s.addEventListener("click",i=>{let c=v(e.dataset.conversationId);!c||i.ctrlKey||i.metaKey||
i.shiftKey||(i.preventDefault(),c.click())}),document.getElementById("say").append(" ",s)}function dn(e){let t=v(e);if(!(!t||!ve(t))){for(let n of Vo(t))n.hidden=
!0;Dn(t),we()}}var T=document.body.dataset,ct=(T.notify??"").split(" ").filter(Boolean),Wo=(T.signs??"").split(" "),dt=`svcx:unread:${T.base}:${T.me}`;function zo(e){let{assignee:t,
status:n}=e.dataset,o=t===""?"unassigned":t===T.me?"mine":"others";return n==="open"&&ct.includes(o)}function Ne(){try{return new Set(JSON.parse(localStorage.getItem(
dt)??"[]"))}catch{return new Set}}function un(e){try{localStorage.setItem(dt,JSON.stringify([...e].slice(-999)))}catch{}jo(e.size)}var ln=document.title;function jo(e){
if(!Wo.includes("count"))return;let t=e?`(${e}) ${ln}`:ln;document.title!==t&&(document.title=t);let n=document.querySelector('link[rel="icon"]'),o=e?T.iconNew:
T.icon;n.getAttribute("href")!==o&&n.setAttribute("href",o),(e?navigator.setAppBadge?.(e):navigator.clearAppBadge?.())?.catch(()=>{})}function lt(e){let t=Ne();
t.delete(e)&&un(t)}var Jo=new Map,xs=0;function qs(e){let t=Number(e.dataset.messageId);t<=xs||(xs=t,Jo.set(e.dataset.conversationId,e))}function ks(e,t){let n=e.
dataset.conversationId,o=Jo.get(n);Jo.delete(n);let r=Date.parse(e.querySelector("time")?.dateTime);if(!zo(e)&&!ve(e)&&lt(n),!o||!zo(e)||Number(o.dataset.at)<r||
document.getElementById("open")?.dataset.conversationId===n&&document.visibilityState==="visible"&&document.hasFocus())return;let s=Ne();s.add(n),un(s),Ls(e,t,o.
id)}function Uo(e,t){if(!ct.includes("mine"))return;let n=Ne();n.add(e.dataset.conversationId),un(n),Ls(e,!0,t)}async function Ls(e,t,n){if(t){if(!window.SharedWorker){
let o=()=>localStorage.getItem(`${dt}:told`)===n?!1:(localStorage.setItem(`${dt}:told`,n),!0);try{if(!await(navigator.locks?navigator.locks.request("svcx-told",
o):o()))return}catch{}}Wo.includes("sound")&&Rc(),Wo.includes("desktop")&&Mc(e)}}function Mc(e){if(!window.isSecureContext||window.Notification?.permission!=="g\
ranted")return;let t=n=>e.querySelector(n)?.textContent.trim()??"";try{let n=new Notification(t(".who"),{body:`${t(".subj")}
${t(".prev")}`.trim(),tag:`svcx:${T.base}:${e.dataset.conversationId}`,icon:T.icon});n.onclick=()=>{n.close(),window.focus();let o=v(e.dataset.conversationId);o?
o.click():M(`${T.base}/inbox/${e.dataset.conversationId}`)}}catch{}}var Ss=0,it;function Rc(){if(!(!navigator.userActivation?.hasBeenActive||Date.now()-Ss<3e3)){
Ss=Date.now(),it??=new AudioContext;for(let[e,t]of[[0,660],[.12,880]]){let n=new OscillatorNode(it,{frequency:t}),o=new GainNode(it,{gain:0}),r=it.currentTime+e;
o.gain.setValueAtTime(1e-4,r),o.gain.exponentialRampToValueAtTime(.12,r+.02),o.gain.exponentialRampToValueAtTime(1e-4,r+.22),n.connect(o).connect(it.destination),
n.start(r),n.stop(r+.25)}T.rang=String(Number(T.rang??0)+1)}}function Pc(){if(ct.length===0)return;let e=Ne();for(let t of document.querySelectorAll(".conv"))t.
classList.contains("unread")&&zo(t)||ve(t)&&ct.includes("mine")?e.add(t.dataset.conversationId):e.delete(t.dataset.conversationId);un(e)}ct.length>0&&(new MutationObserver(
()=>{let e=document.title.replace(/^\(\d+\) /,"");e===ln&&document.title!==e||(ln=e,jo(Ne().size))}).observe(document.head,{childList:!0,subtree:!0,characterData:!0}),
addEventListener("storage",e=>{e.key===dt&&jo(Ne().size)}),Pc());function _o(){let e=document.querySelector("#fill dialog");!e||e.matches(":modal")||(e.removeAttribute("open"),e.showModal(),Is(e.querySelector("[aria-invalid]")??
e.querySelector("[autofocus]")))}function Is(e){e?.focus(),e?.ariaInvalid&&e.select?.()}_o();function Go(){let e=document.getElementById("details");if(!e?.matches(
":popover-open"))return()=>{};let t=e.dataset.while;if(t&&!document.getElementById(t)?.matches(":popover-open"))return()=>{};let n=e.contains(document.activeElement)?
document.activeElement.getAttribute("popovertarget"):"";return()=>{let o=document.querySelector("#thead .show-d");o.focus({preventScroll:!0});let r=document.getElementById(
"details");t&&(r.dataset.while=t),r.showPopover({source:o}),n&&r.querySelector(`[popovertarget="${n}"]`)?.focus()}}var ne=history.state?.details;document.addEventListener(
"toggle",e=>{if(e.target.id!=="details"||Ae())return;let t={details:e.newState};if(ne)history.replaceState(t,"");else if(e.newState==="open")history.pushState(t,
"");else return;ne=e.newState},!0);addEventListener("popstate",e=>{let t=ne;ne=e.state?.details,!(!t||ne)&&(e.stopImmediatePropagation(),t==="closed"?history.back():
document.getElementById("details")?.hidePopover())});document.addEventListener("htmx:beforeHistoryUpdate",e=>{ne&&(e.detail.history.type="replace"),ne=void 0});
ne==="open"&&!Ae()&&document.getElementById("details")?.showPopover();var Cs=!1,Xo;document.addEventListener("htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="d\
etails"&&(Xo=Go()),e.detail.target.id!=="fill")return;let t=e.detail.target.querySelector("dialog[open]");Cs=!!t,t?.close()});document.addEventListener("htmx:oo\
bAfterSwap",e=>{e.detail.target.id==="fill"&&(_o(),Cs&&!document.querySelector("#fill dialog")&&R()),e.detail.target.id==="details"&&(Xo?.(),Xo=void 0,Is(document.
querySelector("#details form.editing [aria-invalid]")))});document.addEventListener("htmx:afterSwap",_o);document.addEventListener("click",e=>{let t=e.target.closest?.(
"dialog:modal [data-close]");t&&(e.preventDefault(),t.closest("dialog").close());let n=e.target.closest?.("[data-opens]");if(n){e.preventDefault();let o=n.closest(
"[popover]"),r=document.querySelector(`[popovertarget="${o.id}"]`);o.hidePopover(),document.getElementById(n.getAttribute("popovertarget")).showPopover({source:r})}});
document.addEventListener("keydown",e=>{e.key!=="Enter"||e.altKey||!e.target.matches?.("#fill select")||(e.preventDefault(),e.target.form.requestSubmit())});document.
addEventListener("submit",e=>e.target.classList?.remove("editing"),!0);document.addEventListener("keydown",e=>{e.key!=="Enter"||!(e.ctrlKey||e.metaKey)||!e.target.
matches?.("#field-content")||(e.preventDefault(),e.target.form.requestSubmit())});var ut=new Set;async function As(e,t){let n=await fetch(t,{headers:{"HX-Request":"true"}});if(!n.ok)throw new Error(n.status);let o=new DOMParser().parseFromString(
await n.text(),"text/html"),[r,a]=[document.getElementById(e),o.getElementById(e)];r&&a&&ut.has(e)&&Ds(r,document.importNode(a,!0))}var Yo;document.addEventListener(
"htmx:beforeRequest",e=>{let t=e.target.closest?.(".dlv");Yo=t?.contains(document.activeElement)?t.id:void 0});var Bs=e=>Yo===e&&(document.activeElement===document.
body||document.getElementById(e)?.contains(document.activeElement));document.addEventListener("htmx:oobAfterSwap",e=>{let{id:t}=e.detail.target;Yo&&Bs(t)&&document.
getElementById(t).querySelector("a").focus()});function Ds(e,t){let n=e.contains(document.activeElement)||Bs(e.id);e.replaceWith(t),w(t),window.htmx.process(t),
n&&t.querySelector("a").focus()}document.addEventListener("click",async e=>{let t=e.target.closest?.("a[data-attempts]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)
return;e.preventDefault();let n=t.closest(".dlv"),o=n.querySelector(".attempts");if(o){ut.delete(n.id),o.remove();return}ut.add(n.id);try{await As(n.id,t.href)}catch{
M(t.href)}});var Zo=e=>!!e.querySelector(":is(.failed, .waits):not([hidden])"),Fc=12e4;setInterval(()=>{let e=!1;for(let t of document.querySelectorAll(".conv .\
waits[hidden]"))t.hidden=Date.now()-Number(t.dataset.since)<Fc,e||=!t.hidden;e&&we()},1e4);function Qo(e){let{conversationId:t,failed:n,waits:o}=e.dataset,r=document.
querySelector(`.conv[data-conversation-id="${t}"]`);r&&(r.querySelector(".failed").hidden=n!=="true",o!=="true"&&r.querySelector(".waits")?.remove(),document.querySelector(
'#list[data-view="undelivered"]')&&r.parentElement.classList.toggle("gone",!Zo(r))),(n==="true"||[...document.querySelectorAll("a[data-quiet]")].some(i=>!i.hidden))&&
we();let a=document.getElementById(e.id);if(!a){document.querySelector(`#m-${e.dataset.messageId} > div`)?.append(e),window.htmx.process(e);return}let s=a.querySelector(
".attempts");s&&(ut.add(e.id),e.append(s)),Ds(a,e),ut.has(e.id)&&As(e.id,e.querySelector("a").href).catch(()=>{})}var $s=e=>[...e].map(t=>t.length>1?t:t.normalize("NFD")[0].toLowerCase()).join(""),Hc=e=>e!==void 0&&/[\p{L}\p{N}]/u.test(e),Ts=()=>$s(document.getElementById("\
list")?.dataset.q??"").split(/[^\p{L}\p{N}]+/u).filter(Boolean),Kc="#rows :is(.who, .subj, .prev), #thead h2, .det :is(.strong, dd)";function Uc(e,t){let n=$s(e.
data);return n.length!==e.data.length?[]:t.flatMap(o=>{let r=[];for(let a=n.indexOf(o);a>=0;a=n.indexOf(o,a+o.length)){if(Hc(n[a-1]))continue;let s=new Range;s.
setStart(e,a),s.setEnd(e,a+o.length),r.push(s)}return r})}function fn(){if(!window.Highlight)return;let e=Ts(),t=[];for(let n of e.length?document.querySelectorAll(
Kc):[]){if(n.querySelector(".hit"))continue;let o=document.createTreeWalker(n,NodeFilter.SHOW_TEXT);for(;o.nextNode();)t.push(...Uc(o.currentNode,e))}t.length?CSS.
highlights.set("found",new Highlight(...t)):CSS.highlights.delete("found")}function Ns(){fn();let e=document.getElementById("thread"),t=document.getElementById(
location.hash.slice(1)),n=[...(t??e)?.querySelectorAll(".hit")??[]];if(!e||!n.length)return;let{top:o,bottom:r}=e.getBoundingClientRect(),a=s=>s.getBoundingClientRect().
bottom<r&&s.getBoundingClientRect().top>o;n.some(a)||n.at(t?0:-1).scrollIntoView({block:"center"})}Ns();document.addEventListener("htmx:afterSettle",e=>{e.target.
id==="open"?Ns():Ts().length&&fn()});var Os=e=>[Date.parse(e.querySelector("time").dateTime),Number(e.dataset.conversationId)];function Vc(e,t){let[n,o]=Os(e),[r,a]=Os(t);return n<r||n===r&&o<a}function er(e){
let t=e.querySelector(".conv"),n=document.getElementById("rows"),o=[...n.children].find(r=>r!==e&&(r.matches(".more")||Vc(r.querySelector(".conv"),t)));return o?.
matches(".more")?n.contains(e):(o?o.previousElementSibling!==e&&o.before(e):n.append(e),!0)}function tr(e){for(let t of e.querySelectorAll("span[data-count]"))for(let n of document.
querySelectorAll(`span[data-count="${t.dataset.count}"]`))n.textContent=t.textContent;for(let t of document.querySelectorAll("a[data-quiet]")){let{textContent:n,
dataset:o}=t.querySelector(".n"),r=n==="0",a=document.querySelector(`#list[data-view="${o.count}"]`);t.hidden=t.matches("#list *")?r||!!a:r&&!a}}function Ms(){let e=document.
getElementById("list");if(!e)return"";let t=new URLSearchParams(location.search);return t.set("view",e.dataset.view),`?${t}`}async function nr(e){let t=Ms(),n=await fetch(
`${e}/counts${t}`);if(!n.ok)throw new Error(n.status);let o=new DOMParser().parseFromString(await n.text(),"text/html");Ms()===t?tr(o):await nr(e)}var x=document.body.dataset,be=()=>document.getElementById("list"),ar=()=>document.getElementById("rows"),k=()=>document.getElementById("open")?.dataset.conversationId??
"",v=e=>document.querySelector(`.conv[data-conversation-id="${e}"]`);function yt(e,t){let n=e.querySelector(".cnt");n.hidden=t===0,n.querySelector(".n").textContent=
t,e.classList.toggle("unread",t>0)}var cr=e=>e.classList.contains("unread")?Number(e.querySelector(".cnt .n").textContent):0;function oe(e){let t=document.createElement(
"template");t.innerHTML=e;let n=t.content.firstElementChild;return w(t.content),n}function dr(e){let t=document.getElementById("messages"),n=e.matches("article");
if(!t||n&&e.dataset.conversationId!==k())return;let o=document.getElementById(e.id);if(o&&!n)return;if(window.htmx.process(e),o){o.classList.contains("cont")&&e.
classList.add("cont"),o.replaceWith(e);return}let{earlier:r,later:a}=document.getElementById("thread").dataset;if(a!==void 0)return;let s=Number(e.dataset.at),i=[
...t.querySelectorAll("[data-at]")],c=i.find(g=>Number(g.dataset.at)>s);if(c&&c===i[0]&&r!==void 0)return;if(c){c.before(e),n||c.classList.remove("cont");return}
let d=i.at(-1),u=document.getElementById("sending"),y=g=>u?u.before(g):t.append(g);if(!d||Ue(new Date(Number(d.dataset.at)))!==Ue(new Date(s))){let g=document.createElement(
"div");g.className="day",g.textContent=Ue(new Date(s)),(d||t.children.length===0)&&y(g)}else n&&d===t.lastElementChild&&d.dataset.by===e.dataset.by&&s-Number(d.
dataset.at)<3e5&&e.classList.add("cont");y(e)}var mt,Rs;function Te(e){mt=e,lr()}var Ks=()=>document.visibilityState==="visible"&&document.hasFocus();function lr(){
if(!mt||!Ks())return;let e=mt;if(mt=void 0,e!==k())return;let t=v(e);t&&yt(t,0),clearTimeout(Rs),Rs=setTimeout(()=>fetch(`${x.base}/inbox/${e}/read`,{method:"PO\
ST"}).catch(()=>{mt??=e}),300)}document.addEventListener("visibilitychange",lr);addEventListener("focus",lr);function Us(e){let{conversationId:t,author:n}=e.dataset,
o=document.getElementById(e.id);Xc(t),dr(e),n==="customer"&&!o&&Te(t)}function Wc(e){let t=e.dataset.conversationId,n=e.dataset.author==="customer",o=document.getElementById(
e.id);n?qs(e):bs(e);let r=t===k()&&Ks();t===k()&&Us(e);let a=v(t);a&&n&&!o&&!r&&Number(e.dataset.at)>=Date.parse(a.querySelector("time").dateTime)&&yt(a,cr(a)+1)}
function or(e){let t=be().dataset,n=e.dataset,o=t.view==="resolved"||t.view==="closed"?t.view:"open";return t.view==="undelivered"&&!Zo(e)||t.view==="mentions"&&
!e.dataset.mentions?.split(" ").includes(x.me)&&!v(e.dataset.conversationId)?!1:(["all","undelivered","mentions"].includes(t.view)||n.status===o)&&!(t.view==="m\
ine"&&n.assignee!==x.me)&&!(t.view==="unassigned"&&n.assignee!=="")&&(!t.category||n.category===t.category)&&(!t.channel||n.channel===t.channel)&&(!t.assignee||
n.assignee===t.assignee)&&(!t.tag||n.tags.split(`
`).includes(t.tag))}function pn(){let e=document.getElementById("list-scroll");return e.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)}
var zc=200,Ps;function jc(){ar().children.length<=zc||(Ps??=setTimeout(()=>{Ps=void 0,be()&&pn()&&Ee()},2e3))}var ht=new Set;function sr(){let e=document.getElementById(
"news");e&&(e.hidden=ht.size===0,e.firstElementChild.textContent=x.tNewRows.replace("%",ht.size))}function Jc(e,t){let n=e.firstElementChild,o=n.dataset.conversationId;
ks(n,t);let r=n.querySelector(".prev[data-own]");r&&r.dataset.by===x.me&&(r.textContent=r.dataset.own),Es(n,t),n.dataset.assignee===x.me&&n.querySelector(".end \
.av")?.remove();let a=v(o);if((!a||ve(a)!==ve(n)||a.dataset.status!==n.dataset.status||a.dataset.assignee!==n.dataset.assignee)&&we(),!!be()){if(zs(n),n.search=
location.search.replace(/([?&])(before|after|m|tab)=[^&]*/g,"$1"),a){yt(n,cr(a)),a.hasAttribute("aria-current")&&n.setAttribute("aria-current","true");let i=a===
document.activeElement,c=a.parentElement;if(!or(n)&&pn()&&o!==k()){c.remove();return}c.classList.toggle("gone",!or(n)),Qr(n,a),a.replaceWith(n),window.htmx.process(
c),c.querySelector(".sel").ariaLabel=e.querySelector(".sel").ariaLabel,ye(n),i&&n.focus(),D(o),fn(),be().dataset.sort==="newest"&&pn()&&o!==k()&&er(c);return}if(!or(
n)||be().dataset.q){ht.delete(o),sr();return}if(pn()&&be().dataset.sort==="newest"){if(!er(e))return;document.querySelector("#list .blank")?.remove(),window.htmx.
process(e),ye(n),D(o),o!==k()&&Vs(o),jc()}else ht.add(o),sr()}}var ft=new Set,Fs;function Vs(e){ft.add(e),Fs??=setTimeout(async()=>{Fs=void 0;let t=[...ft].slice(
0,50);for(let n of t)ft.delete(n);try{let n=await fetch(`${x.base}/unread?${t.map(o=>`id=${o}`).join("&")}`);for(let o of oe(await n.text()).children){let r=v(o.
dataset.conversationId);r&&yt(r,Math.max(cr(r),Number(o.textContent)))}}catch{}ft.size&&Vs([...ft][0])},100)}var Ws=()=>document.querySelector("#details [popove\
r]:popover-open, #details form.editing"),gt=!1;function zs(e){if(e.dataset.conversationId!==k())return;let t=document.getElementById("details").dataset;(document.
querySelector("#summary .sum")||["status","assignee","category","priority","tags","event","summary"].some(n=>t[n]!==e.dataset[n]))&&ur()}function ur(){gt=!!Ws(),
gt||window.htmx.ajax("GET",`${x.base}/inbox/${k()}/parts${location.search?`${location.search}&`:"?"}event=${document.getElementById("details").dataset.event}`,{
source:"#open",target:"#thead",swap:"none"})}var fr=!1,js=e=>{fr=!!e.target.closest?.("#thead button, #details button")},mr=()=>setTimeout(()=>{fr=!1,gt&&k()&&ur()});
document.addEventListener("pointerdown",js,!0);document.addEventListener("keydown",e=>{e.key===" "&&js(e)},!0);document.addEventListener("keyup",e=>{e.key===" "&&
mr()},!0);for(let e of["pointerup","pointercancel","dragend"])document.addEventListener(e,mr,!0);addEventListener("blur",mr);document.addEventListener("htmx:oob\
BeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(!["thead","details"].includes(t.id))return;let o=Number(n.querySelector("[data-event]")?.dataset.event)<Number(
t.dataset.event);!o&&!fr&&!(t.id==="details"&&Ws())||(e.detail.shouldSwap=!1,o||(gt=!0))});document.addEventListener("toggle",e=>{gt&&e.newState==="closed"&&k()&&
ur()},!0);var pr;async function Js(){pr=void 0;try{await nr(x.base)}catch{}}function we(){pr??=setTimeout(Js,1e3+Math.random()*4e3)}document.addEventListener("h\
tmx:afterRequest",e=>{!e.detail.successful||e.detail.requestConfig.verb!=="post"||(clearTimeout(pr),Js())});var rr=new Map;function hr(e){let{conversationId:t,user:n,
role:o,on:r,at:a}=e.dataset;if(n===x.me)return;hs(t,n,r==="true");let s=`${t}/${n}/${o}`;clearTimeout(rr.get(s)),rr.delete(s),document.getElementById("typing")?.
querySelector(`[data-key="${s}"]`)?.remove();let i=v(t);if(i?.classList.remove("types"),r==="true"){if(t===k()){let c=e.cloneNode(!0);c.dataset.key=s,document.getElementById(
"typing").append(c)}o==="customer"&&i?.classList.add("types"),rr.set(s,setTimeout(()=>hr(Xs(e)),Math.min(Math.max(500,Number(a)-Date.now()),15e3)))}}function Xs(e){
let t=e.cloneNode(!0);return t.dataset.on="false",t}function Xc(e){for(let t of document.querySelectorAll("#typing .typing"))t.dataset.conversationId===e&&hr(Xs(
t))}function _c(e){let{conversationId:t,user:n}=e.dataset,o=v(t);n===x.me&&(lt(t),dn(t),o&&yt(o,0))}var Oe,mn=!1;async function Ee(){if(!be()){we();return}if(Oe){
mn=!0;return}Oe=[];try{let{href:e}=location,t=await fetch(e,{headers:{Accept:"text/html","X-Svcx-Parts":"1"}});if(t.status===429||t.status>=500)throw new Error(
t.status);if(t.redirected||!t.ok){location.reload();return}let n=new DOMParser().parseFromString(await t.text(),"text/html");location.href===e?Gc(n):mn=!0;let{sequence:o}=n.
body.dataset,r=Oe.filter(a=>a.id>Number(o));Oe=void 0;for(let a of r)Gs[a.name](a)}catch{setTimeout(Ee,2e3)}finally{Oe=void 0}mn&&(mn=!1,await Ee())}function Gc(e){
let t=document.activeElement?.id,n=document.activeElement?.closest?.("#rows > li")?.querySelector(".conv").dataset.conversationId,o=document.activeElement?.matches(
".sel")?".sel":".conv";for(let a of["rows","thread","thead","details","summary"]){let s=e.getElementById(a),i=document.getElementById(a);if(!s||!i||i.contains(document.
activeElement)&&a==="details")continue;let c=[...document.querySelectorAll(".scroll")].map(u=>[u,u.scrollTop]),d=document.importNode(s,!0);if(w(d),a==="thread"){
for(let u of["data-earlier","data-later"])i.toggleAttribute(u,s.hasAttribute(u));i.replaceChildren(...d.childNodes)}else{let u=a==="details"?Go():void 0;i.replaceWith(
d),u?.()}window.htmx.process(document.getElementById(a));for(let[u,y]of c)u.scrollTop=y}tr(e);let r=document.querySelector("#list .blank");ar().children.length?
r?.remove():!r&&e.querySelector("#list .blank")&&ar().before(document.importNode(e.querySelector("#list .blank"),!0)),ht=new Set,sr(),w(),ze(),Be(),Number(e.getElementById(
"open")?.dataset.unread)>0&&Te(k()),ye(),t&&document.activeElement?.id!==t&&document.getElementById(t)?.focus(),n&&v(n)?.parentElement.querySelector(o).focus()}
var gn=[];document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(gn=[])});function _s(){let e=gn.filter(t=>t.id>Number(document.getElementById(
"open")?.dataset.sequence));gn=[];for(let{name:t,data:n}of e){let o=oe(n);if(t==="conversation")zs(o.firstElementChild);else{if(o.dataset.conversationId!==k())continue;
t==="delivery"?Qo(o):t==="message"&&Us(o)}}}var Gs={message:e=>Wc(oe(e.data)),conversation:e=>Jc(oe(e.data),e.tells),delivery:e=>Qo(oe(e.data)),viewing:e=>ps(e.
data&&oe(e.data)),typing:e=>hr(oe(e.data)),read:e=>_c(oe(e.data)),reset:Ee},Hs;function hn(e){let t=document.getElementById("connection");clearTimeout(Hs),ma(e),
e==="open"?t.textContent="":e==="silent"?t.textContent=x.tOffline:t.textContent||(Hs=setTimeout(()=>{t.textContent=x.tOffline},1e3)),e==="out"&&p()}async function Yc(){
for(;!await Je();)hn("silent"),await new Promise(e=>{setTimeout(e,2e3)});location.reload()}var ir,pt=()=>ir?.({open:k(),visible:document.visibilityState==="visi\
ble"&&document.hasFocus()});function Ys(){let e=Number(x.sequence),t=n=>{n.state?hn(n.state):Gs[n.name]?.(n),n.id>0&&n.name!=="reset"&&(Oe?.push(n),je()&&gn.push(
n))};if(document.getElementById("news")?.addEventListener("click",Ee),window.SharedWorker){let{port:n}=new SharedWorker(x.worker,{type:"module",name:"svcx"});n.
onmessage=({data:o})=>t(o),n.postMessage({base:x.base,since:e}),ir=o=>n.postMessage({look:o}),addEventListener("pagehide",()=>n.postMessage({})),addEventListener(
"pageshow",o=>{o.persisted&&Yc()})}else import("./stream.js").then(({connect:n})=>{ir=n(x.base,e,t).look,pt()});pt();for(let n of["visibilitychange","focus","bl\
ur"])(n==="visibilitychange"?document:window).addEventListener(n,pt);addEventListener("offline",()=>hn("lost")),addEventListener("online",()=>hn("open"))}function Zc(e){let t=e.elements.seen;if(!e.elements.content.value)delete e.dataset.begun;else if(t&&!e.dataset.begun){e.dataset.begun="true";let n=[...document.
querySelectorAll("#messages article[data-message-id]")].at(-1);n&&document.getElementById("thread").dataset.later===void 0&&(t.value=n.dataset.messageId)}}document.
addEventListener("input",e=>{let t=e.target.closest?.("form[data-write]");t&&Zc(t)});function Zs(){for(let e of document.querySelectorAll("form[data-write]"))e.
elements.content.value&&(e.dataset.begun="true")}var wt=document.body.dataset,Qc=5e3,vt;function vr(){if(!vt)return;let e=vt;vt=void 0,clearTimeout(e.timer);let t=document.getElementById("waiting"),n=t?.contains(
document.activeElement);return t?.remove(),e.form.inert=!1,n&&e.form.elements.content.focus(),e.form.classList.remove("waits"),e}function gr(){let e=vr();if(!e)
return;let t=document.createElement("input");t.type="hidden",t.name=e.button?.name??"",t.value=e.button?.value??"",t.name&&e.form.append(t),e.go(),t.remove()}function ed(e){
let t=document.createElement("div");t.id="waiting",t.className="banner waiting";let n=document.createElement("span");n.className="grow",n.setAttribute("role","s\
tatus");let o=document.createElement("button");o.className="btn sm",o.type="button",o.textContent=wt.tUndo,o.dataset.undo="",o.addEventListener("click",vr),t.append(
n,o),e.before(t),n.textContent=wt.tSending,o.focus()}var yr=e=>`svcx:left:${wt.base}:${wt.me}:${e}`,Me;function ei(e){Me?.disconnect(),Me=void 0,!(!e||Qs(e))&&(Me=
new MutationObserver(()=>{Qs(e)&&(Me?.disconnect(),Me=void 0)}),Me.observe(document.getElementById("messages"),{childList:!0}))}function Qs(e){try{let t=localStorage.
getItem(yr(e));if(!t)return!0;let n=document.querySelector('form[data-write="reply"]').elements.content,o=[...document.querySelectorAll('#messages article[data-\
author="agent"] .body')].at(-1)?.textContent.trim();if(n.value.trim()===t&&o!==t)return!1;if(localStorage.removeItem(yr(e)),n.value.trim()!==t)return!0;n.value=
"",setTimeout(()=>n.dispatchEvent(new Event("input",{bubbles:!0})))}catch{}return!0}wt.undoSend&&(document.addEventListener("htmx:confirm",e=>{let t=e.target;if(!t.
matches?.('form[data-write="reply"]')||e.detail.triggeringEvent?.type!=="submit"||!t.elements.content.value.trim()&&!t.querySelector("[name=attachment]:enabled")||
(e.preventDefault(),vt))return;t.inert=!0,t.classList.add("waits");let n=e.detail.triggeringEvent.submitter;vt={form:t,button:n,go:()=>e.detail.issueRequest(!0),
timer:setTimeout(gr,Qc)},ed(t)}),document.addEventListener("htmx:beforeSwap",e=>{e.detail.target?.id==="open"&&gr()}),document.addEventListener("htmx:oobBeforeS\
wap",e=>{e.detail.target.id==="composer"&&gr()}),addEventListener("pagehide",()=>{let e=vr();if(!e)return;if(S()){rs(e.form,e.button);return}let t=new FormData(
e.form,e.button?.name?e.button:void 0);try{localStorage.setItem(yr(document.getElementById("open").dataset.conversationId),e.form.elements.content.value.trim())}catch{}
fetch(e.form.getAttribute("hx-post")??e.form.action,{method:"POST",body:t,keepalive:!0,headers:{"HX-Request":"true"}}).catch(()=>{})}));var yn=document.body.dataset,bt=new Map,vn=new WeakMap,ti=new WeakSet,ni=e=>e>0&&e<500&&e!==429,xr=e=>[...e.elements].filter(t=>t.name&&!t.matches("button")),br=e=>JSON.
stringify([e.getAttribute("action"),xr(e).map(({name:t})=>t)]);function oi(e,t){return e.querySelector("[aria-multiselectable]")?t?.value||e.elements.typed?.value.
trim():""}function td(e,t){let n=xr(e).filter(({name:o,type:r})=>r==="hidden"&&o!=="key"&&!o.startsWith("was."));return JSON.stringify([br(e),n.map(({value:o})=>o),
oi(e,t)])}function wr(e){let t=e.cloneNode(!0);for(let n of t.querySelectorAll('[aria-hidden="true"], .sr'))n.remove();return e.ariaLabel||t.textContent.trim()}
function nd(e,t){let n=oi(e,t),o=n?e.querySelector('[role="listbox"]'):t?.closest('[role="listbox"]');if(o)return yn.tChoice.replace("%a",()=>o.ariaLabel??"").replace(
"%b",()=>n||wr(t));let r=e.querySelectorAll(".field label");return r.length===1?wr(r[0]):t?wr(t):""}document.addEventListener("htmx:beforeRequest",e=>{let{target:t,
detail:{xhr:n,requestConfig:o}}=e;if(e.defaultPrevented||!t.matches("form")||t.dataset.write||o.verb!=="post")return;let r=o.triggeringEvent?.submitter;if(vn.set(
n,{id:t.closest("#open")?l():"",form:t,submitter:r,what:td(t,r),name:nd(t,r),sent:[...o.formData]}),!ti.has(t)){ti.add(t);for(let a of["htmx:sendError","htmx:ti\
meout","htmx:responseError"])t.addEventListener(a,od);t.addEventListener("htmx:beforeOnLoad",a=>{let s=vn.get(a.detail.xhr);s&&ni(a.detail.xhr.status)&&Er(s.what)})}});
var Sr=e=>vn.has(e)&&!ni(e.status);function od({detail:{xhr:e}}){let t=vn.get(e);if(!t||!Sr(e))return;let n=b(e.status,e.responseText),o=bt.get(t.what)?.bar,r=o?.
contains(document.activeElement);o?.remove();let a=qr(n,t.name,()=>Lr({...t,gone:()=>Er(t.what)}));a.classList.add("undone");let s=document.createElement("butto\
n");s.className="btn ghost sm",s.type="button",s.textContent=yn.tDismiss,s.addEventListener("click",()=>Er(t.what)),a.append(s),bt.set(t.what,{id:t.id,bar:a}),kr(),
r&&a.querySelector("button").focus(),a.checkVisibility()||ce(a.firstElementChild.textContent)}function qr(e,t,n){let o=document.createElement("div");o.className=
"banner bad",o.setAttribute("role","alert");let r=document.createElement("span");if(r.className="grow",t){let[a,s]=yn.tNamed.split("%"),i=document.createElement(
"bdi");i.textContent=t,r.append(a,i,`${s} `)}if(r.append(e),o.append(r),n){let a=document.createElement("button");a.className="btn sm",a.type="button",a.textContent=
yn.tAgain,a.addEventListener("click",n),o.append(a)}return o}function Er(e){let t=bt.get(e)?.bar;bt.delete(e);let n=t?.contains(document.activeElement);t?.remove(),
n&&R()}function kr(){let e=document.getElementById("alert");for(let{id:t,bar:n}of bt.values())e&&n.parentElement!==e&&(!t||t===l())&&e.append(n)}document.addEventListener(
"htmx:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(t.id!=="alert"||!t.querySelector(":scope > .undone"))return;e.detail.shouldSwap=!1;for(let r of t.
querySelectorAll(":scope > :not(.undone)"))r.remove();let o=[...n.querySelectorAll("#alert > *")];t.prepend(...o);for(let r of o)window.htmx.process(r)});function Lr({
form:e,submitter:t,sent:n=[],gone:o}){let r=e.isConnected?e:[...document.forms].find(s=>br(s)===br(e));if(r&&r!==e)for(let s of xr(r)){let i=n.find(([c])=>c===s.
name)?.[1];typeof i=="string"&&s.name!=="key"&&s.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')&&(s.value=i)}let a=t&&
[t,...r?.elements??[]].find(s=>s.isConnected&&s.name===t.name&&s.value===t.value);a?a.click():r&&t?.name==="add"&&![...r.elements].some(s=>s.name==="remove"&&s.
value===t.value)?(r.querySelector('[role="listbox"]').append(t),t.click(),t.remove()):r&&!t?.name?r.requestSubmit():o()}var rd={"rt-image":"img","rt-audio":"audio","rt-video":"video"},ri="a:is(.rt-image, .rt-audio, .rt-video)";function ai(e){let t=document.createElement(rd[e.classList[0]]);
t.className="rt-shown",e.dataset.width&&t.setAttribute("width",e.dataset.width),e.dataset.height&&t.setAttribute("height",e.dataset.height),t.localName==="img"?
(t.alt=e.textContent,t.tabIndex=-1):(t.controls=!0,t.setAttribute("aria-label",e.textContent)),t.src=e.getAttribute("href"),t.addEventListener("error",()=>t.replaceWith(
e),{once:!0});let n=e===document.activeElement;e.replaceWith(t),n&&t.focus()}var si=e=>e.parentElement.classList.add("lost");document.addEventListener("error",e=>{
e.target.matches?.(".shot img")&&si(e.target)},!0);for(let e of document.querySelectorAll(".shot img"))e.complete&&!e.naturalWidth&&si(e);document.addEventListener(
"click",e=>{let t=e.target.closest?.("[data-show-media]");if(t){for(let o of t.closest("article").querySelectorAll(ri))ai(o);t.remove();return}let n=e.target.closest?.(
ri);!n||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),ai(n))});var B=()=>document.getElementById("mentions"),F=()=>document.getElementById("note"),Br=()=>[...B().querySelectorAll('[role="option"]')],ad=()=>Br().filter(e=>!e.
hidden),wn=()=>B().querySelector('[aria-selected="true"]'),Et=e=>e.normalize("NFD").replace(/\p{M}/gu,"").toLowerCase(),J=-1,xe=-1,Ir;function sd(){return Ir=(async()=>{
let e=await fetch(B().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&p(),!e.ok)throw new Error(b(e.status,await e.text()));let t=document.createElement(
"template");t.innerHTML=await e.text(),document.getElementById("mentions-list").replaceWith(t.content.firstElementChild)})(),Ir}function Cr(){let{value:e,selectionStart:t,
selectionEnd:n}=F();if(t!==n)return;let o=/(?:^|[^\p{L}\p{N}_])@([^\n@]{0,64}(?:(?<=\S)@[^\s@]{0,64})?)$/u.exec(e.slice(0,t));return o&&{at:t-o[1].length-1,name:o[1]}}
function id(e){let t=Et(e.trim()),n;for(let o of Br()){let r=Et(o.textContent);o.hidden=!r.includes(t);let a=o.hidden?0:Et(o.dataset.name)===t?3:r.split(/\s+/).
some(s=>s.startsWith(t))?2:1;a>(n?.rank??0)&&(n={rank:a,option:o})}B().hidden=!n,ii(/\s$/.test(e)?void 0:n?.option)}function ii(e){for(let t of Br())t.setAttribute(
"aria-selected",String(t===e));e?.scrollIntoView({block:"nearest"}),e?F().setAttribute("aria-activedescendant",e.id):F().removeAttribute("aria-activedescendant")}
function Se(){J=-1,B()&&(B().hidden=!0,F().removeAttribute("aria-activedescendant"),F().removeAttribute("aria-controls"))}async function Dr(){Ar();let e=Cr();if((!e||
e.at!==xe)&&(xe=-1),!e||e.at===xe){Se();return}J<0&&(F().setAttribute("aria-controls","mentions-list"),sd().catch(n=>{Se(),A(n instanceof TypeError?b():n.message)})),
J=e.at;try{await Ir}catch{return}let t=B()&&Cr();t&&t.at===J&&id(t.name),Ar()}function ci(e){let t=F(),n=Cr();if(!n)return;xe=n.at;let o=t.selectionEnd,r=`@${e.
dataset.mention}${/^\s/.test(t.value.slice(o))?"":" "}`;t.focus(),t.setSelectionRange(n.at,o),document.execCommand("insertText",!1,r)||(t.setRangeText(r,n.at,o,
"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),Se()}function Ar(){let e=document.querySelector("[data-which]");if(!e||!B())return;let{value:t}=F(),o=[
...new Set([...B().querySelectorAll("[data-shared]")].map(s=>s.dataset.name))].map(s=>({name:s,at:Et(t).search(new RegExp(`(?<![\\p{L}\\p{N}_])@${Et(s).replace(
/[\\^$.*+?()[\]{}|/-]/g,"\\$&")}(?![\\p{L}\\p{N}_@])`,"u"))})).find(s=>s.at>=0&&(B().hidden||s.at!==J)),r=o?e.dataset.which.replace("%",()=>o.name):"";if(e.textContent===
r||(e.replaceChildren(),!r))return;let a=document.createElement("button");a.type="button",a.className="link",a.textContent=r,a.addEventListener("click",()=>{let s=F(),
i=s.value.toLowerCase().indexOf(`@${o.name.toLowerCase()}`)+o.name.length+1;xe=-1,s.focus(),s.setSelectionRange(i,i),Dr()}),e.append(a)}document.addEventListener(
"input",e=>{e.target.id==="note"&&!e.isComposing&&B()&&Dr()});document.addEventListener("compositionend",e=>{e.target.id==="note"&&B()&&Dr()});document.addEventListener(
"keydown",e=>{if(J<0||e.target!==F()||B().hidden||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||e.shiftKey)return;let t=ad(),n={ArrowDown:1,ArrowUp:-1}[e.key];
if(n)ii(t[(t.indexOf(wn())+(wn()||n>0?n:0)+t.length)%t.length]);else if((e.key==="Enter"||e.key==="Tab")&&wn())ci(wn());else if(e.key==="Escape")xe=J,Se();else return;
e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{e.target.closest?.("#mentions")&&e.preventDefault()});document.addEventListener(
"click",e=>{let t=e.target.closest?.('#mentions [role="option"]');t?ci(t):J>=0&&!e.target.closest?.("#mentions, #note, [data-which]")&&Se()});document.addEventListener(
"focusin",e=>{J>=0&&e.target!==F()&&Se()});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(xe=-1,Se(),Ar())});var di=document.body.dataset,$r=e=>e.closest?.("form[data-write]"),xt=e=>e.querySelector(".format"),Tr=e=>xt(e).dataset.plain!==void 0;function Re(e,t,n,o){e.focus(),
e.setSelectionRange(t,n),!document.execCommand(o?"insertText":"delete",!1,o)&&(e.setRangeText(o,t,n,"end"),e.dispatchEvent(new Event("input",{bubbles:!0})))}function bn(e,t){
let{value:n,selectionStart:o,selectionEnd:r}=e,a=t.length;if(n.slice(o-a,o)===t&&n.slice(r,r+a)===t&&!(a===1&&n.slice(o-2,o)===t+t)){Re(e,o-a,r+a,n.slice(o,r)),
e.setSelectionRange(o-a,r-a);return}let[,s,i,c]=/^(\s*)([^]*?)(\s*)$/.exec(n.slice(o,r));Re(e,o,r,s+t+i+t+c);let d=o+s.length+a;e.setSelectionRange(d,d+i.length)}
function li(e,t){let{value:n,selectionStart:o,selectionEnd:r}=e,a=n.lastIndexOf(`
`,o-1)+1,s=n.indexOf(`
`,r),i=s<0?n.length:s,c=n.slice(a,i).split(`
`),d=c.every(u=>u.startsWith(t));Re(e,a,i,c.map(u=>d?u.slice(t.length):t+u).join(`
`))}function cd(e){let{value:t,selectionStart:n,selectionEnd:o}=e,r=t.slice(n,o);if(/^https?:\/\/\S+$/.test(r)){Re(e,n,o,`[](${r})`),e.setSelectionRange(n+1,n+1);
return}Re(e,n,o,`[${r}](https://)`);let a=n+r.length+3;e.setSelectionRange(a,a+8)}var ui={bold:e=>bn(e,"**"),italic:e=>bn(e,"*"),link:cd,list:e=>li(e,"- "),quote:e=>li(
e,"> "),code:e=>e.value.slice(e.selectionStart,e.selectionEnd).includes(`
`)?bn(e,"\n```\n"):bn(e,"`")};function fi(e,t){xt(e).hidden=!t,e.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),Tr(e)||(e.elements.format.
value=t?"markdown":"",e.elements.content.value.trim()&&W(e)),t||En(e,!1)}async function En(e,t){let n=e.querySelector("[data-preview]"),o=e.elements.content;if(e.
querySelector("[data-show-preview]")?.setAttribute("aria-pressed",String(t)),!t){if(n.hidden)return;n.hidden=!0,o.hidden=!1,o.focus();return}try{let r=await fetch(
`${di.base}/inbox/${document.getElementById("open").dataset.conversationId}/preview`,{method:"POST",body:new URLSearchParams({content:o.value}),headers:{"HX-Req\
uest":"true"}});if(r.status===401&&p(),!r.ok)throw new Error(r.status);n.innerHTML=await r.text()}catch{n.textContent=di.tFailed}e.querySelector("[data-show-pre\
view]")?.getAttribute("aria-pressed")==="true"&&(n.hidden=!1,o.hidden=!0)}document.addEventListener("click",e=>{let t=$r(e.target),n=e.target.closest?.("button");
!t||!n||(n.dataset.formatting!==void 0?(fi(t,xt(t).hidden),t.querySelector("[data-preview]").hidden&&t.elements.content.focus()):n.dataset.format?(En(t,!1),ui[n.
dataset.format](t.elements.content)):n.dataset.showPreview!==void 0&&En(t,n.getAttribute("aria-pressed")!=="true"))});document.addEventListener("mousedown",e=>{
e.target.closest?.("[data-format]")&&e.preventDefault()});document.addEventListener("keydown",e=>{let t=$r(e.target);if(!t||!e.target.matches("textarea")){let o=e.
target.closest?.(".format"),r={ArrowRight:1,ArrowLeft:-1}[e.key];if(!o||!r)return;let a=[...o.querySelectorAll("button")];e.preventDefault(),a[(a.indexOf(e.target)+
r+a.length)%a.length].focus();return}let n={b:"bold",i:"italic"}[e.key.toLowerCase()];!n||!(e.ctrlKey||e.metaKey)||e.altKey||e.shiftKey||Tr(t)||(e.preventDefault(),
xt(t).hidden&&fi(t,!0),ui[n](e.target))});document.addEventListener("paste",e=>{let t=$r(e.target);if(!t||!e.target.matches("textarea")||t.elements.format.value!==
"markdown")return;let{value:n,selectionStart:o,selectionEnd:r}=e.target,a=e.clipboardData?.getData("text/plain").trim()??"";o===r||!/^https?:\/\/\S+$/.test(a)||
n.slice(o,r).includes(`
`)||(e.preventDefault(),Re(e.target,o,r,`[${n.slice(o,r)}](${a})`))});document.addEventListener("svcx:restored",e=>{let t=e.target.elements.format.value==="mark\
down";Tr(e.target)||(xt(e.target).hidden=!t,e.target.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),En(e.target,!1))});var xn=document.getElementById("zones");if(xn){document.getElementById("field-zone").setAttribute("list","zones");for(let e of Intl.supportedValuesOf?.("timeZon\
e")??[])xn.append(new Option("",e));St()}function mi(){return window.isSecureContext?window.Notification?.permission??"missing":"insecure"}function St(){let e=document.
getElementById("permission");e.hidden=!document.getElementById("field-desktop").checked;let t=mi();for(let n of e.querySelectorAll("[data-state]"))n.hidden=n.dataset.
state!==t}document.addEventListener("change",e=>{!xn||e.target.id!=="field-desktop"||(St(),e.target.checked&&mi()==="default"&&Notification.requestPermission().
then(St))});document.addEventListener("click",e=>{e.target.closest?.("[data-permit]")&&Notification.requestPermission().then(St)});document.addEventListener("re\
set",()=>{xn&&setTimeout(St)});var qt=document.getElementById("field-slug"),Nr=document.getElementById("field-name");if(qt&&Nr){let e=qt.value==="";qt.addEventListener("input",()=>{e=qt.value===
""}),Nr.addEventListener("input",()=>{e&&(qt.value=Nr.value.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-|-$/g,"").
slice(0,63))})}document.addEventListener("click",e=>{e.target.closest?.("#download")&&setTimeout(()=>document.getElementById("export-line")?.dispatchEvent(new Event(
"begun")),700)});function dd(e){let t=[...document.querySelectorAll(`[popovertarget="${e.id}"]`)].find(c=>c.checkVisibility());if(!t)return;let n=t.getBoundingClientRect(),{width:o,
height:r}=e.getBoundingClientRect(),s=n.bottom+4+r<=innerHeight-8||n.top-4-r<8?n.bottom+4:n.top-4-r,i=n.left+o<=innerWidth-8?n.left:n.right-o;e.style.inset=`${Math.
max(Math.min(s,innerHeight-8-r),8)}px auto auto ${Math.max(i,8)}px`,e.style.margin="0"}if(!CSS.supports("position-area","bottom"))for(let e of["beforetoggle","t\
oggle"])document.addEventListener(e,t=>{if(t.target.matches(".pop")){if(t.newState!=="open"){e==="toggle"&&t.target.removeAttribute("style");return}t.target.style.
opacity=e==="toggle"?"":"0",e==="toggle"&&dd(t.target)}},!0);function hi(e){e.removeAttribute("open"),e.showModal(),(e.querySelector("[aria-invalid], [autofocus], input:not([type=hidden]), select, textarea")??e.querySelector(
"form button"))?.focus()}var pi=document.querySelector("dialog.ask[open]");pi&&hi(pi);document.querySelector(".tabs [aria-current]")?.scrollIntoView({inline:"ne\
arest",block:"nearest"});document.addEventListener("click",async e=>{let t=e.target.closest?.("[data-ask], .ask [data-close], button[data-copy]");if(t){if(t.dataset.
copy){let n=document.getElementById(t.dataset.copy);await Gn(n.dataset.value??n.value??n.textContent),m(document.body.dataset.tCopiedIt);return}e.preventDefault(),
t.dataset.ask?hi(document.getElementById(`ask-${t.dataset.ask}`)):t.closest("dialog").close()}});document.addEventListener("keydown",e=>{e.key!==" "||!e.target.
matches?.("a[role=button]")||(e.preventDefault(),e.target.click())});var ld=3e3,ud=3e4,fd=200,md=document.querySelector("main"),re=document.querySelector("table[data-new]");document.addEventListener("change",e=>{e.target.matches(
"[data-sift] select")&&e.target.form.requestSubmit(),e.target.matches("input[form=redeliver]")&&pd()});document.addEventListener("formdata",e=>{if(e.target.matches(
"[data-sift]"))for(let[t,n]of[...e.formData])n||e.formData.delete(t)});function pd(){let e=document.querySelector("[data-selected]"),t=document.querySelectorAll(
"input[form=redeliver]:checked").length;e.classList.toggle("on",t>0),e.querySelector("[data-text]").textContent=t?e.querySelector("[data-text]").dataset.text.replace(
"%",t):"",document.querySelector(".tbl")?.classList.toggle("selecting",t>0)}function Or(e,t){let n=document.createElement("template");return n.innerHTML=e,w(n.content),
n.content.querySelector(t)}async function Mr(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(t.status===401&&p(),!t.ok)throw new Error(t.status);return t.
text()}async function hd(e){let t=document.getElementById(`x-${e.dataset.eventId}`),n=e.querySelector("[data-open]");if(t){t.remove(),e.classList.remove("open"),
n.setAttribute("aria-expanded","false");return}e.classList.add("open");try{let o=Or(await Mr(n.href),"tr.x");if(!e.classList.contains("open")||document.getElementById(
o.id))return;e.after(o),n.setAttribute("aria-expanded","true")}catch{location.href=n.href}}document.addEventListener("click",e=>{if(e.ctrlKey||e.metaKey||e.shiftKey||
e.button!==0)return;let t=e.target.closest?.("tr.r");if(!t)return;let n=e.target.closest("a, button, input, label");n&&n.dataset.open===void 0||!n&&getSelection().
toString()||(e.preventDefault(),hd(t))});function gd(){let e=re.closest(".tbl");return md.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)&&
!e.querySelector("tr.x, input:checked")}var kt=[],Pe=!1;function yi(){let e=re.tBodies[0];for(re.closest(".tbl").hidden=!1,document.querySelector("#open > .blan\
k")?.remove(),e.prepend(...kt),kt=[];e.querySelectorAll("tr.r").length>fd;)e.lastElementChild.remove();vi()}function vi(){let e=document.querySelector(".ev-new");
e.hidden=kt.length===0&&!Pe,e.firstElementChild.textContent=Pe?e.dataset.many:e.dataset.fresh.replace("%",kt.length)}function gi(e){let t=document.querySelector(
"[data-live]");!t||t.classList.contains("lost")===e||(t.classList.toggle("lost",e),t.lastElementChild.textContent=e?t.dataset.lost:t.dataset.on)}async function yd(){
if(document.visibilityState!=="visible"||Pe)return;let e=new URL(re.dataset.new,location.href);e.searchParams.set("after",re.dataset.last);try{let t=Or(await Mr(
e),"table");gi(!1);let n=[...t.querySelectorAll("tr.r")].filter(o=>!document.getElementById(o.id));if(n.length===0)return;Pe=t.dataset.more==="true",re.dataset.
last=t.dataset.last,kt.unshift(...n),gd()&&!Pe?yi():vi()}catch{gi(!0)}}async function vd(){let e=document.getElementById("figures");if(!(document.visibilityState!==
"visible"||!e||e.matches(":hover")||e.contains(document.activeElement)||e.querySelector("details[open]")))try{e.replaceWith(Or(await Mr(re.dataset.figures),"#fi\
gures"))}catch{}}re&&(document.querySelector(".ev-new button").addEventListener("click",()=>Pe?location.reload():yi()),setInterval(yd,ld),setInterval(vd,ud));var Sn=e=>[...e.querySelectorAll(":scope > [data-id]")];async function wi(e,t,n){let o=e.closest(".ordered"),r=document.activeElement?.id;try{let a=await fetch(
e.action,{method:"POST",body:new URLSearchParams(t),headers:{"HX-Request":"true"}});a.status===401&&p();let s=await a.text();if(!a.ok)throw new Error(b(a.status,
s));let i=document.createElement("template");i.innerHTML=s;let c=i.content.getElementById("ordered");document.getElementById("ordered").replaceWith(c),document.
getElementById(r)?.focus(),m(c.dataset.said)}catch(a){o.append(...n),m(a instanceof TypeError?b():a.message)}}var qn=Promise.resolve();document.addEventListener(
"submit",e=>{if(!e.target.matches("[data-move]"))return;e.preventDefault();let{id:n,value:o}=e.submitter;e.submitter.ariaDisabled!=="true"&&(qn=qn.then(()=>{let r=document.
getElementById(n)?.form;return r&&wi(r,{by:o},Sn(r.closest(".ordered")))}))});document.addEventListener("pointerdown",e=>{let t=e.target.closest?.("[data-grip]");
if(!t||e.button!==0)return;e.preventDefault();let n=t.closest("[data-id]"),o=n.parentElement,r=Sn(o),a=new AbortController;n.classList.add("dragged");let s=y=>{
for(let g of Sn(o)){let O=g.getBoundingClientRect();if(g===n||y.clientY<O.top||y.clientY>O.bottom)continue;let An=y.clientY>O.top+O.height/2?g.nextElementSibling:
g;An!==n&&An!==n.nextElementSibling&&o.insertBefore(n,An)}},i=y=>{a.abort(),n.classList.remove("dragged"),y||o.append(...r)},c=()=>{i(!0);let y=n.nextElementSibling?.
dataset.id??"";Sn(o).every((g,O)=>g===r[O])||(qn=qn.then(()=>wi(n.querySelector("[data-move]"),{before:y},r)))},d=()=>i(!1),u=y=>{y.key==="Escape"&&(y.stopPropagation(),
d())};document.addEventListener("pointermove",s,{signal:a.signal}),document.addEventListener("pointerup",c,{signal:a.signal}),document.addEventListener("pointer\
cancel",d,{signal:a.signal}),document.addEventListener("keydown",u,{signal:a.signal,capture:!0})});var Rr=document.querySelector(".field-form #field-name"),Lt=document.
querySelector(".field-form #field-fieldKey");if(Rr&&Lt&&!Lt.value){let e=!1;Lt.addEventListener("input",()=>{e=!!Lt.value}),Rr.addEventListener("input",()=>{e||
(Lt.value=Rr.value.normalize("NFKD").toLowerCase().replace(/\p{M}/gu,"").replace(/[^a-z0-9]+/g,"_").replace(/^[^a-z]+|_+$/g,"").slice(0,64))})}var Fe=document.querySelector(".says"),wd=document.documentElement.style,bd=8,Fr=()=>document.getElementById("thread"),Pr=0,bi;function Ed(){let e=Fr(),t=e===bi;
bi=e,e&&Fe.style.setProperty("--says-top",`${e.previousElementSibling.getBoundingClientRect().bottom}px`);let n=Fe.offsetHeight&&Fe.offsetHeight+bd;if(n===Pr)return;
e&&(e.style.paddingTop="");let o=e&&t&&!n&&e.scrollHeight<=e.clientHeight&&parseFloat(getComputedStyle(e).marginTop);o&&(e.style.paddingTop=`${parseFloat(getComputedStyle(
e).paddingTop)+o}px`),Pr=n,wd.setProperty("--says",`${Pr}px`)}function xd(){let e=Fe.querySelector("[data-of]");e&&(e.hidden=!l()||e.dataset.of===l())}if(Fe){let e=new ResizeObserver(
Ed),t=()=>{e.disconnect(),e.observe(Fe),Fr()&&e.observe(Fr()),xd()};t(),document.addEventListener("htmx:afterSwap",n=>{n.target.id==="open"&&t()})}var Ei;function xi(){document.getElementById("start")&&(clearTimeout(Ei),Ei=setTimeout(async()=>{try{let e=await fetch(location.href,{headers:{Accept:"text/html",
"X-Svcx-Parts":"1"}});if(!e.ok||e.redirected)return;let t=new DOMParser().parseFromString(await e.text(),"text/html").getElementById("start"),n=document.getElementById(
"start");t?n?.replaceWith(document.importNode(t,!0)):n?.remove()}catch{}},300))}new MutationObserver(e=>{e.some(t=>[...t.removedNodes].some(n=>n.matches?.(".bla\
nk")))&&xi()}).observe(document.querySelector("main"),{childList:!0,subtree:!0});document.addEventListener("htmx:afterRequest",e=>{e.detail.successful&&e.detail.
requestConfig?.elt.matches("form[data-write]")&&xi()});document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.("[data-running]")?.dataset.running;t&&e.target.matches("form")&&m(t)});document.addEventListener(
"htmx:oobBeforeSwap",e=>{let t=document.querySelector("#summary details"),n=e.target.id==="summary"&&e.detail.fragment.querySelector("details");t&&n&&t.open&&(n.
open=!0)});document.addEventListener("htmx:afterRequest",e=>{e.target.closest?.("#details [data-running]")&&document.querySelector("#details:popover-open")?.hidePopover()});
document.addEventListener("click",e=>{let t=e.target.closest?.("[data-drop]");!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),t.closest("[data-subject\
]").remove(),document.getElementById("ai-rename")?.focus())});var Sd=document.body.dataset;function kn(e,...t){let n=[...e.childNodes];return e.replaceChildren(...t),e.ariaBusy="true",()=>{e.replaceChildren(...n),e.ariaBusy=
null}}function qd(e,t){let n=e.closest(".picker")?.parentElement.querySelector('[id^="value-"]');if(n?.matches(".tags")){let r=[...n.children].filter(c=>c.matches(
".tag")).map(c=>c.cloneNode(!0)),[a,s]=[t.name,t.value||e.elements.typed.value.trim()];if(a==="remove")return kn(n,...r.filter(c=>c.textContent!==s));let i=document.
createElement("span");return i.className="tag cut",i.dir="auto",i.textContent=s,kn(n,...r,i)}if(n)return kn(n,...[...t.children].filter(r=>!r.matches("svg")).map(
r=>r.cloneNode(!0)));let o=t.dataset.doing&&document.querySelector("#thead .status");return o?kn(o,t.dataset.doing):void 0}document.addEventListener("htmx:befor\
eRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e,r=o.triggeringEvent?.submitter;if(e.defaultPrevented||!r||!t.matches("form:not([data-running])"))return;
r.ariaBusy="true";let a=t.matches("#open form")&&!t.dataset.write?qd(t,r):void 0;a&&m("");let s,i=setTimeout(()=>{t.closest("#say")||(s=r.dataset.doing??Sd.tWorking,
m(s))},1e3);n.addEventListener("loadend",()=>setTimeout(()=>{clearTimeout(i),r.ariaBusy=null,a?.(),s&&document.getElementById("say").textContent===s&&m("")}))});var Hr;function Si(e){let t=["popovertarget","name","value","aria-label","data-key","href"].filter(r=>e.hasAttribute(r)).map(r=>`[${r}="${CSS.escape(e.getAttribute(
r))}"]`).join(""),n=e.closest("#details, #thead, #composer, #summary, #alert, #say"),o=e.id?`#${CSS.escape(e.id)}`:t&&n&&`#${n.id} ${e.localName}${t}`;Hr=()=>o&&
[...document.querySelectorAll(o)].find(r=>r.checkVisibility()&&!r.disabled)}function qi(){let e=Hr;if(Hr=void 0,!e||document.activeElement!==document.body)return;
let t=e();t?t.focus({preventScroll:!0}):R()}document.addEventListener("htmx:oobBeforeSwap",e=>{let t=document.activeElement;t===document.body||!e.detail.target.
contains(t)||(Si(t),queueMicrotask(qi))});document.addEventListener("htmx:beforeRequest",e=>{let t=document.activeElement;e.defaultPrevented||t===document.body||
t!==e.detail.requestConfig.triggeringEvent?.submitter||t.closest(".pop")||(Si(t),e.detail.xhr.addEventListener("loadend",()=>setTimeout(qi)))});document.addEventListener(
"htmx:beforeSwap",e=>{let t=document.activeElement,{target:n,requestConfig:{elt:o}}=e.detail;if(!o.matches('[role="search"] [name="q"]')||!n.contains(t))return;
let r=t.getAttribute("href");e.detail.xhr.addEventListener("loadend",()=>setTimeout(()=>{if(document.activeElement!==document.body)return;(r&&document.querySelector(
`#${CSS.escape(n.id)} a[href="${CSS.escape(r)}"]`)||o).focus({preventScroll:!0})}))});var Kr;document.addEventListener("beforetoggle",e=>{e.newState==="open"&&e.
target.matches(".pop")&&(Kr=document.activeElement)},!0);document.addEventListener("toggle",e=>{if(e.newState!=="closed"||!e.target.matches(".pop")||!Kr||Kr.isConnected)
return;let t=document.activeElement;(t===document.body||e.target.contains(t))&&R()},!0);async function ki(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(!t.ok)throw new Error(t.status);return[...new DOMParser().parseFromString(await t.text(),
"text/html").querySelectorAll('[role="option"]')].map(o=>document.importNode(o,!0))}document.addEventListener("toggle",async e=>{if(e.target.id!=="pick-tags"||e.
newState!=="open")return;let t=e.target.firstElementChild,n=t.querySelector('[role="listbox"]');try{let o=await ki(t.dataset.from);for(let r of n.querySelectorAll(
'[name="add"]'))r.remove();n.querySelector("[data-new]").before(...o),t.elements.typed.dispatchEvent(new Event("input",{bubbles:!0}))}catch{}},!0);var N=()=>document.
getElementById("filter-tag"),H=()=>document.getElementById("filter-tags"),Ln=()=>[...H().children],Li=()=>Ln().filter(e=>!e.hidden),He=()=>H().querySelector("[d\
ata-active]");document.addEventListener("toggle",async e=>{if(!(e.target.id!=="filter-menu"||e.newState!=="open")){N().role="combobox",N().ariaAutoComplete="lis\
t",In();try{H().replaceChildren(...await ki(N().dataset.suggests)),document.activeElement===N()&&It()}catch{}}},!0);function Ur(e){He()&&(He().ariaSelected="fal\
se",delete He().dataset.active),N().removeAttribute("aria-activedescendant"),e&&(e.id||=`filter-tags-${Ln().indexOf(e)}`,e.dataset.active="",e.ariaSelected="tru\
e",N().setAttribute("aria-activedescendant",e.id),e.scrollIntoView({block:"nearest"}))}function It(){let e=N().value.trim().toLowerCase();for(let r of Ln())r.hidden=
!r.value.toLowerCase().includes(e);let t=Li().length>0;Ur(),H().hidden=!t,N().ariaExpanded=String(t);let n=H().previousElementSibling,o=t||!Ln().length?"":n.dataset.
none;n.textContent!==o&&(n.textContent=o)}function In(){Ur(),H().hidden=!0,N().ariaExpanded="false",H().previousElementSibling.textContent=""}function Ii(e){N().
value=e.value,N().focus(),In()}document.addEventListener("input",e=>{e.target.id==="filter-tag"&&It()});document.addEventListener("focusin",e=>{e.target.id==="f\
ilter-tag"?It():N()&&!H().contains(e.target)&&In()});document.addEventListener("click",e=>{let t=e.target.closest?.('#filter-tags [role="option"]');t?Ii(t):e.target.
id==="filter-tag"&&H().hidden&&It()});document.addEventListener("keydown",e=>{if(e.target.id!=="filter-tag"||e.isComposing)return;let t={ArrowDown:1,ArrowUp:-1}[e.
key];if(t){H().hidden&&It();let n=Li();if(!n.length)return;let o=n.indexOf(He());Ur(n[o<0?t>0?0:n.length-1:(o+t+n.length)%n.length])}else if(e.key==="Enter"&&He())
Ii(He());else if(e.key==="Escape"&&!H().hidden)In();else return;e.preventDefault(),e.stopPropagation()},!0);var Cn=document.body.dataset,kd=document.querySelector("main"),Ci=()=>document.getElementById("alert");document.documentElement.classList.add("js");document.cookie=
"svcx_scripts=1; path=/app; samesite=lax";w();function l(){return document.getElementById("open")?.dataset.conversationId??""}function Ai(){let e=l();kd.dataset.
view=e?"thread":"list";for(let n of document.querySelectorAll(".conv[aria-current]"))n.removeAttribute("aria-current");let t=e&&v(e);t&&(t.setAttribute("aria-cu\
rrent","true"),requestAnimationFrame(()=>v(e)?.scrollIntoView({block:"nearest"}))),(Number(document.getElementById("open")?.dataset.unread)>0||document.getElementById(
"open")?.dataset.waits!==void 0)&&Te(e),Bi(e),kr(),_s(),ei(e),requestAnimationFrame(()=>document.getElementById("thread")?.removeAttribute("aria-live")),pt(),ye(),
e&&lt(e),e&&dn(e)}function Bi(e){sa(e),ls(e),cs(e),Zs();for(let t of document.querySelectorAll("form[data-write]"))at(t)}document.addEventListener("htmx:beforeS\
wap",e=>{e.detail.target.id==="open"&&(e.detail.swapOverride="whole show:none")});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="open"?(w(e.target),
Ai()):e.detail.target?.id!=="open"&&(w(e.detail.target??document),ze())});document.addEventListener("htmx:afterSettle",e=>{e.target.id==="open"&&da()});document.
addEventListener("htmx:oobAfterSwap",e=>{w(e.detail.target),e.detail.target.id==="thead"&&ye(),e.detail.target.id==="composer"&&Bi(l())});document.addEventListener(
"htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="messages"){e.detail.shouldSwap=!1,w(e.detail.fragment);for(let t of e.detail.fragment.querySelectorAll("articl\
e.msg, .ev")){let n=document.getElementById(t.id)?.querySelector(".dlv");n&&t.querySelector(".dlv")?.replaceWith(n),dr(t)}}});document.addEventListener("submit",
e=>{let t=e.target.dataset?.write&&e.target.elements.content;!t||t.value.trim()||e.target.querySelector("[data-uploads] li")||(e.preventDefault(),e.stopImmediatePropagation(),
t.focus())},!0);document.addEventListener("htmx:beforeRequest",e=>{let t=e.target;if(e.defaultPrevented||!t.matches("form, #open"))return;let n=l(),o=t.closest(
"#open"),r=t.dataset.write&&t.elements.content.value;if(t.addEventListener("htmx:beforeOnLoad",function c(d){d.detail.xhr===e.detail.xhr&&(t.removeEventListener(
"htmx:beforeOnLoad",c),r&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&t.elements.content.value===r&&Dt(n,t.dataset.write),t.dataset.
write==="reply"&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&rn(n),o&&l()!==n&&d.preventDefault())}),!t.matches("form")||(A(""),
!r?.trim()))return;let a=document.createElement("article");a.className=t.dataset.write==="note"?"msg note sending":"msg ours sending",a.id="sending";let s=document.
createElement("div");s.className="body plain",s.textContent=r;let i=document.createElement("div");i.append(s),a.append(document.createElement("span"),i),document.
getElementById("messages")?.append(a)});document.addEventListener("htmx:afterRequest",e=>{e.detail.requestConfig?.elt.matches("form[data-write]")&&document.getElementById(
"sending")?.remove()});for(let e of["htmx:sendError","htmx:responseError","htmx:timeout"])document.addEventListener(e,t=>{let n=t.detail.xhr?.status;if(!(n===401&&
p())&&!(nn(n)&&t.target.matches("form[data-write]"))){if(Sr(t.detail.xhr))return;if(!n&&!Ld(t))return;t.target.id!=="bulk-progress"&&A(b(t.detail.xhr?.status,t.
detail.xhr?.responseText),t.target,t.detail.requestConfig?.triggeringEvent?.submitter)}});var Ld=e=>e.target.matches("form, .conv")||e.detail.requestConfig?.triggeringEvent?.
type==="click";function b(e,t){return e?new DOMParser().parseFromString(t,"text/html").getElementById("failure")?.textContent||Cn.tUnclear.replace("%",e):Cn.tFailed}
function A(e,t,n){let o=Ci();for(let s of o?.querySelectorAll(":scope > :not(.undone)")??[])s.remove();if(!e)return;if(!o?.parentElement.checkVisibility()){S()&&
e===Cn.tFailed?Xe():ce(e);return}let r=()=>{t.matches("form")?Lr({form:t,submitter:n,gone:()=>A("")}):(v(t.dataset.conversationId)??t).click()},a=qr(e,"",t?.matches?.(
"form, .conv, .more a")&&r);e===Cn.tFailed&&!t?.matches?.("form")&&(a.dataset.away=""),o.prepend(a)}Ft(e=>{e||Ci()?.querySelector("[data-away]")?.remove()});document.
addEventListener("click",e=>{let t=e.target.closest?.('[role="tab"][data-tab]');!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),Ge(t.dataset.tab,!0))});
function Ge(e,t){for(let n of document.querySelectorAll('[role="tab"][data-tab]'))n.setAttribute("aria-selected",String(n.dataset.tab===e));for(let n of document.
querySelectorAll("#composer [data-for]"))n.hidden=n.dataset.for!==e;for(let n of document.querySelectorAll("form[data-write]"))n.parentElement.hidden=n.dataset.
write!==e,at(n),t&&n.dataset.write===e&&n.elements.content.focus()}document.addEventListener("beforetoggle",e=>{e.newState!=="closed"||!e.target.contains(document.
activeElement)||e.target.parentElement.closest("[popover]:popover-open")?.querySelector(`[popovertarget="${e.target.id}"]`)?.focus()},!0);document.addEventListener(
"beforetoggle",e=>{let t=e.target.querySelector?.("[data-filter]");!t||e.newState!=="open"||(t.hidden=!t.name&&matchMedia("(pointer: coarse)").matches&&t.form.querySelectorAll(
'[role="option"]').length<=8,t.value="",$i(t))},!0);var Di=e=>[...e.form.querySelectorAll('[role="option"]:not([hidden])')];function $i(e){let t=e.value.trim().
toLowerCase(),n=e.form.querySelector("[data-new]"),o=!1;for(let c of e.form.querySelectorAll('[role="option"]')){let d=c.textContent.trim().toLowerCase();c.hidden=
!d.includes(t),o||=c!==n&&d===t}n&&(n.hidden=!t||o,n.firstElementChild.textContent=n.dataset.new.replace("%",()=>e.value.trim()));let r=Di(e),a=c=>c.textContent.
trim().toLowerCase();t||!n?Wr(e,!t&&r.find(c=>c.ariaSelected==="true")||r.find(c=>a(c)===t)||r.find(c=>` ${a(c)}`.includes(` ${t}`))||r[0]):Wr(e);let s=e.form.querySelector(
"[data-none]"),i=r.length?"":s.dataset.none;s.textContent!==i&&(s.textContent=i)}var Vr=e=>e.form.querySelector("[data-active]");function Wr(e,t){if(Vr(e)?.removeAttribute(
"data-active"),!t){e.removeAttribute("aria-activedescendant");return}let n=t.closest('[role="listbox"]');t.id||=`${n.id}-${[...n.children].indexOf(t)}`,t.dataset.
active="",e.setAttribute("aria-activedescendant",t.id),t.scrollIntoView({block:"nearest"})}document.addEventListener("input",e=>{e.target.matches("[data-filter]")&&
$i(e.target)});document.addEventListener("keydown",e=>{if(!e.target.matches?.("[data-filter]")||e.isComposing)return;let t=Di(e.target),n={ArrowDown:1,ArrowUp:-1}[e.
key];if(n&&t.length){let o=t.indexOf(Vr(e.target));Wr(e.target,t[o<0?n>0?0:t.length-1:(o+n+t.length)%t.length])}else if(e.key==="Enter")Vr(e.target)?.click();else
return;e.preventDefault()});document.addEventListener("submit",e=>e.target.closest?.("[popover]")?.hidePopover());var Ti=new BroadcastChannel("svcx-theme");Ti.addEventListener(
"message",e=>Ni(e.data));function Ni(e){e?document.documentElement.dataset.theme=e:delete document.documentElement.dataset.theme;let t=document.querySelector("[\
data-theme-form]")?.elements.theme;t&&(t.value={"":"light",light:"dark",dark:""}[e],t.title=t.dataset[e||"system"])}document.addEventListener("submit",e=>{if(!e.
target.matches("[data-theme-form]"))return;e.preventDefault();let t=e.target.elements.theme.value;Ni(t),Ti.postMessage(t),fetch(e.target.action,{method:"POST",body:new URLSearchParams(
{theme:t}),redirect:"manual"}).catch(()=>{})});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="bulk"&&document.querySelector("#bulk[data-ended]")&&
Ee()});Ai();Ys();export{A as fail,l as openID,b as reason,Ge as showTab};
