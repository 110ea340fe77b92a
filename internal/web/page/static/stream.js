var h=new Map,d=2300,a=[4e3,4e3,4e3,4e3,15e3],o=class{constructor(t,e){this.base=t,this.last=e,this.first=e,this.events=[],this.tabs=new Map,this.viewers=new Map,
this.reads=[],this.client=[...crypto.getRandomValues(new Uint8Array(16))].map(s=>s.toString(16).padStart(2,"0")).join(""),this.state="open",this.attempt=-1,this.
open(),this.watching=setInterval(()=>this.watch(),200)}open(){let t=new EventSource(`${this.base}/stream?since=${this.last}&client=${this.client}`);this.source=
t,this.heard=Date.now(),this.alive=!1,this.attempt=Math.min(this.attempt+1,a.length-1),t.onopen=()=>{this.heard=Date.now(),this.attempt=0,this.viewers.clear(),this.
send({name:"viewing",id:0,data:""}),this.told="",this.tell(),this.say("open")},t.onerror=()=>{this.heard=Date.now(),this.alive=!1,this.say("lost"),t.readyState===
EventSource.CLOSED&&this.again()},t.addEventListener("alive",()=>{this.hear(),this.alive=!0});for(let e of["message","conversation","delivery","typing","read","\
presence","viewing","reset"])t.addEventListener(e,s=>this.pass(e,Number(s.lastEventId)||0,s.data))}hear(){this.heard=Date.now(),this.state==="silent"&&this.say(
"open")}watch(){let t=Date.now()-this.heard,{readyState:e}=this.source;e===EventSource.CLOSED||e===EventSource.OPEN&&!this.alive||(t>d&&this.state==="open"&&this.
say("silent"),t>a[this.attempt]&&(this.source.close(),this.open()))}async again(){this.source.close();let t=2e3;try{let e=await fetch(`${this.base}/stream`,{method:"\
HEAD",signal:AbortSignal.timeout(a.at(-1))});(e.status===401||e.status===404)&&(this.say("out"),t=1e4)}catch{}await new Promise(e=>setTimeout(e,t)),this.tabs.size>
0&&this.open()}pass(t,e,s){let i={name:t,id:e,data:s};if(this.hear(),e>0)for(this.last=Math.max(this.last,e),this.events.push(i);this.events.length>500;)this.first=
this.events.shift().id;if(t==="reset"&&(this.events=[],this.first=this.last),t==="read"&&(this.reads.push({event:i,after:this.last}),this.reads.length>500&&this.
reads.shift()),t==="viewing"){let{id:r,user:l,on:f}=c(s);f==="true"?this.viewers.set(`${r}/${l}`,i):this.viewers.delete(`${r}/${l}`)}this.send(i,t==="conversati\
on"?this.teller(c(s).id):void 0)}send(t,e){for(let s of this.tabs.keys())s(s===e?{...t,tells:!0}:t)}teller(t){let e=[...this.tabs];if(!e.some(([,s])=>s.visible&&
s.open===t))return e.at(-1)?.[0]}look(t,e){this.tabs.has(t)&&(e.visible&&this.tabs.delete(t),this.tabs.set(t,e),this.tell())}tell(){clearTimeout(this.telling),this.
telling=setTimeout(async()=>{let t=[...new Set([...this.tabs.values()].map(e=>e.open).filter(Boolean))].sort().join();if(!(t===this.told||this.source.readyState!==
EventSource.OPEN)){this.told=t;try{await fetch(`${this.base}/viewing`,{method:"POST",body:new URLSearchParams({client:this.client,open:t})})}catch{this.told=void 0}}},
150)}say(t){this.state=t;for(let e of this.tabs.keys())e({state:t})}join(t,e){this.tabs.set(t,{}),this.state!=="open"&&t({state:this.state});for(let s of this.viewers.
values())t(s);if(e<this.first){t({name:"reset",id:this.last,data:""});return}for(let s of this.events)s.id>e&&t(s);for(let{event:s,after:i}of this.reads)i>=e&&t(
s)}leave(t){this.tabs.delete(t),this.tabs.size===0?(clearTimeout(this.telling),clearInterval(this.watching),this.source.close(),h.delete(this.base)):this.tell()}};
function c(n){let t=e=>n.match(new RegExp(`data-${e}="([^"]*)"`))?.[1];return{id:t("conversation-id"),user:t("user"),on:t("on")}}function u(n,t,e){let s=h.get(n);
return s||(s=new o(n,t),h.set(n,s)),s.join(e,t),{leave:()=>s.leave(e),look:i=>s.look(e,i)}}typeof SharedWorkerGlobalScope<"u"&&self instanceof SharedWorkerGlobalScope&&
(self.onconnect=n=>{let t=n.ports[0],e;t.onmessage=({data:s})=>{if(s.look){e?.look(s.look);return}e?.leave(),e=s.base?u(s.base,s.since,i=>t.postMessage(i)):void 0}});export{u as connect};
